// One key for a node among all workflows of this process: `<workflow ID>/<node ID>`.

import type { FunctionsBase } from 'n8n-workflow';

export const nodeKeyOf = (context: Pick<FunctionsBase, 'getWorkflow' | 'getNode'>): string =>
	[context.getWorkflow().id, context.getNode().id].join('/');
