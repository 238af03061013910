import { startSandbox } from '../../../sandbox/index.ts';
import { answersOfTrigger } from './events.ts';
import { schemaOf, type Schema } from './infer.ts';
import { answersOfOperations } from './operations.ts';

/** The version of both nodes, as n8n writes it. */
const VERSION = 'v1.0.0';

export interface SchemaFile {
	schema: Schema & { version: number };
	/** The items that it was made from. */
	samples: unknown[];
}

/**
 * The schemas by their path below `__schema__`. A trigger has neither resource nor operation: n8n asks for the file
 * that is named after the version alone. Beside it lies one for each event, for whoever builds on a single one.
 */
export async function allSchemas(): Promise<Map<string, SchemaFile>> {
	const sandbox = await startSandbox({ pageSize: 100, seed: { orders: 0, mockupTasks: 6 } });
	try {
		const answers = await answersOfOperations(sandbox);
		const events = await answersOfTrigger(sandbox);
		const named = [...answers].map(
			([name, samples]) => [`${VERSION}/${name}.json`, samples] as const,
		);
		const byEvent = Map.groupBy(events, ({ event }) => String(event));
		const ofEvents = [...byEvent].map(
			([event, samples]) => [`${VERSION}/event/${event}.json`, samples] as const,
		);
		return new Map(
			[...named, ...ofEvents, [`${VERSION}.json`, events] as const].map(([path, samples]) => [
				path,
				{ schema: { ...schemaOf(samples), version: 1 }, samples },
			]),
		);
	} finally {
		await sandbox.close();
	}
}
