import { startSandbox } from '../../../sandbox/index.ts';
import { outputOfPollingTrigger, outputOfTrigger } from './events.ts';
import { schemaOf, type Schema } from './infer.ts';
import { outputOfOperations } from './operations.ts';

/** The version of the action node and of the polling trigger in n8n's notation. */
const VERSION = 'v1.0.0';

/** The version of the webhook trigger. */
const TRIGGER_VERSION = 'v1.1.0';

export interface SchemaFile {
	schema: Schema & { version: number };
	/** The items that the schema was inferred from. */
	samples: unknown[];
}

/**
 * Infers all schemas, by their path in `__schema__`. A trigger has neither resource nor operation, so n8n reads the file
 * named after its version only; each of the two has its own. The schemas for single events are additional.
 */
export async function allSchemas(): Promise<Map<string, SchemaFile>> {
	const sandbox = await startSandbox({ pageSize: 100, seed: { orders: 0, mockupTasks: 6 } });
	try {
		const outputs = await outputOfOperations(sandbox);
		const events = await outputOfTrigger(sandbox);
		const polled = await outputOfPollingTrigger(sandbox);
		const operationSamples = [...outputs].map(
			([name, samples]) => [`${VERSION}/${name}.json`, samples] as const,
		);
		const eventSamples = [...Map.groupBy(events, ({ event }) => String(event))].map(
			([event, samples]) => [`${TRIGGER_VERSION}/event/${event}.json`, samples] as const,
		);
		const triggerSamples = [
			[`${TRIGGER_VERSION}.json`, events],
			[`${VERSION}.json`, polled],
		] as const;
		return new Map(
			[...operationSamples, ...eventSamples, ...triggerSamples].map(([path, samples]) => [
				path,
				{ schema: { ...schemaOf(samples), version: 1 }, samples },
			]),
		);
	} finally {
		await sandbox.close();
	}
}
