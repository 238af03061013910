import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import { CAUSES } from '../../../nodes/PodFulfilment/order/causes.ts';
import type { OutputSchema, Sources } from '../../../scripts/generate/sources.ts';
import { repositoryFiles, textOf } from './documents/repository.ts';

/** What documents are generated from. */
export const sources: Sources = {
	action: new PodFulfilment().description,
	polling: new PodFulfilmentPollingTrigger().description,
	webhook: new PodFulfilmentTrigger().description,
	credential: new PodFulfilmentApi(),
	causes: CAUSES,
	schema: (path) => {
		const file = `nodes/PodFulfilment/__schema__/${path}`;
		return repositoryFiles.includes(file) ? (JSON.parse(textOf(file)) as OutputSchema) : undefined;
	},
};
