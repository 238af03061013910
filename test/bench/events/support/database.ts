import { DatabaseSync } from 'node:sqlite';
import { parse } from 'flatted';
import { poll } from '../../../../scripts/n8n/poll.ts';

interface Stored {
	resultData?: {
		runData?: Record<
			string,
			Array<{ data?: { main?: Array<Array<{ json: Record<string, unknown> }> | null> } }>
		>;
	};
}

/** n8n's SQLite database, read beside the n8n that uses it: asking n8n itself would be a part of its load. */
export class N8nDatabase {
	private readonly database: DatabaseSync;

	constructor(file: string) {
		this.database = new DatabaseSync(file, { readOnly: true });
	}

	/** How many executions of a workflow have each status. */
	statuses(workflowId: string): Record<string, number> {
		const rows = this.database
			.prepare(
				'SELECT status, count(*) AS count FROM execution_entity WHERE workflowId = ? GROUP BY status',
			)
			.all(workflowId) as Array<{ status: string; count: number }>;
		return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
	}

	/** The ids of the executions of a workflow that have a status. */
	withStatus(workflowId: string, status: string): string[] {
		const rows = this.database
			.prepare('SELECT id FROM execution_entity WHERE workflowId = ? AND status = ?')
			.all(workflowId, status);
		return rows.map(({ id }) => String(id));
	}

	/** Waits until no execution of a workflow is stored or running; n8n answers an event when its execution is. */
	async ended(workflowId: string): Promise<void> {
		await poll(
			'the executions to end',
			async () => {
				const { new: stored = 0, running = 0 } = this.statuses(workflowId);
				return stored + running === 0 ? true : undefined;
			},
			{ timeoutMilliseconds: 120_000, intervalMilliseconds: 3 },
		);
	}

	/** The external ID of the order that each execution of a workflow received, with the execution's status. */
	received(workflowId: string): Array<{ externalId: string; status: string }> {
		const rows = this.database
			.prepare(
				'SELECT status, data FROM execution_entity JOIN execution_data ON executionId = id WHERE workflowId = ?',
			)
			.all(workflowId) as Array<{ status: string; data: string }>;
		return rows.map(({ status, data }) => ({ status, externalId: externalIdIn(data) }));
	}

	/** How many rows each table has. */
	rows(): Record<string, number> {
		const tables = this.database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
			.all() as Array<{ name: string }>;
		return Object.fromEntries(
			tables.map(({ name }) => {
				const row = this.database.prepare(`SELECT count(*) AS count FROM "${name}"`).get();
				return [name, Number(row?.count)];
			}),
		);
	}

	/** The size of the database in bytes. */
	bytes(): number {
		const pragma = (name: string) => Number(this.database.prepare(`PRAGMA ${name}`).get()?.[name]);
		return pragma('page_count') * pragma('page_size');
	}

	close(): void {
		this.database.close();
	}
}

/** The trigger's item stands in its run, or, where the run was cut off, in the stack of what was to be run. */
function externalIdIn(data: string): string {
	const { resultData } = parse(data) as Stored;
	const item = resultData?.runData?.Event?.[0]?.data?.main?.[0]?.[0]?.json;
	const order = item?.order as { externalId?: string } | undefined;
	return order?.externalId ?? /"([A-Z]+-\d+)"/.exec(data)?.[1] ?? '';
}
