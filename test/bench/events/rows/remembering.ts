import type { Row } from '../support/row.ts';
import { call, loadTrigger } from '../support/calls.ts';
import { INSPECTABLE, memoryOf } from '../support/heap.ts';
import { open, type Instance, type Listening, type Prepared } from '../support/instance.ts';
import type { Sender } from '../support/sending.ts';
import { eventWorkflow, ourTrigger, SIGNING_SECRET } from '../support/workflows.ts';

const EVENTS = 2_000;

/** How many events the trigger remembers at most. */
const REMEMBERED = 50_000;

/** What a number of deliveries left behind in n8n. */
interface Cost {
	/** Rows more than before, by table. */
	rows: Record<string, number>;
	/** Bytes more than before in the database. */
	bytes: number;
	/** Bytes more than before in n8n's heap, garbage collected. */
	heap: number;
}

async function costOf(
	{ database, n8n, url }: Pick<Instance, 'database' | 'n8n' | 'url'>,
	sender: Sender,
	target: Listening,
	prefix: string,
	sameEvent: boolean,
): Promise<Cost> {
	const before = { rows: database.rows(), bytes: database.bytes(), memory: await memoryOf(n8n) };
	const { statuses } = await sender.send({
		url: url(target),
		count: EVENTS,
		secret: SIGNING_SECRET,
		prefix,
		sameEvent,
		connections: 8,
	});
	if (statuses['200'] !== EVENTS) throw new Error(JSON.stringify(statuses));
	await database.ended(target.id);
	const memory = await memoryOf(n8n);
	return {
		rows: Object.fromEntries(
			Object.entries(database.rows())
				.map(([table, count]): [string, number] => [table, count - (before.rows[table] ?? 0)])
				.filter(([, more]) => more !== 0),
		),
		bytes: database.bytes() - before.bytes,
		heap: memory.heapUsed - before.memory.heapUsed,
	};
}

const inWords = ({ rows, bytes, heap }: Cost): string =>
	[
		`${(bytes / EVENTS).toFixed(0)} bytes of database per delivery`,
		`rows: ${
			Object.entries(rows)
				.map(([table, more]) => `${table} ${more}`)
				.join(', ') || 'none'
		}`,
		`heap ${(heap / 2 ** 20).toFixed(1)} MiB`,
	].join('; ');

/** Bytes of heap for each remembered event, and whether it ends at the limit; in this process, without n8n. */
async function rememberedRow(): Promise<Row> {
	const collect = globalThis.gc;
	if (!collect) throw new Error('Run with --expose-gc');
	const trigger = loadTrigger();
	const heap = () => {
		collect();
		return process.memoryUsage().heapUsed;
	};
	let number = 0;
	const remember = async (count: number) => {
		for (const end = number + count; number < end; number += 1) {
			if (!(await call(trigger, number))) throw new Error(`Event ${number} started nothing`);
		}
	};
	await remember(100);
	const empty = heap();
	// Once over the limit, so that the room that a full Map keeps for what was removed is counted too.
	await remember(2 * REMEMBERED);
	const full = heap() - empty;
	await remember(REMEMBERED);
	const beyond = heap() - empty;
	const growth = (beyond - full) / full;
	return {
		work: `${(3 * REMEMBERED).toLocaleString('en')} events, in this process without n8n`,
		figure: 'heap per remembered event, at most 50,000 of them; growth beyond',
		toReach: 'no growth',
		measured: `${(full / REMEMBERED).toFixed(0)} bytes, ${(full / 2 ** 20).toFixed(1)} MiB in all; ${(growth * 100).toFixed(0)}%`,
		reached: growth < 0.05,
	};
}

/** What ignoring duplicates costs: in n8n's memory, and in its database, which must not grow for it. */
export async function rememberingRows(prepared: Prepared, sender: Sender): Promise<Row[]> {
	const instance = await open(prepared, {
		N8N_EXPRESSION_ENGINE: 'legacy',
		// Insights are rows of n8n's own for every execution, written later and summed up in time.
		N8N_DISABLED_MODULES: 'mcp-registry,insights',
		...INSPECTABLE,
	});
	try {
		const off = await instance.listen(
			eventWorkflow('Not ignored', ourTrigger(prepared.credentialId, { ignoreDuplicates: false })),
		);
		const on = prepared.ours;
		await costOf(instance, sender, on, 'WARM', false);
		await costOf(instance, sender, off, 'WARM', false);
		const distinct = {
			on: await costOf(instance, sender, on, 'DISTINCT', false),
			off: await costOf(instance, sender, off, 'DISTINCT', false),
		};
		const duplicates = {
			on: await costOf(instance, sender, on, 'DUPLICATE', true),
			off: await costOf(instance, sender, off, 'DUPLICATE', true),
		};
		const rowsOf = ({ rows }: Cost) => Object.values(rows).reduce((sum, more) => sum + more, 0);
		const count = EVENTS.toLocaleString('en');
		const same = rowsOf(distinct.on) === rowsOf(distinct.off);
		const one =
			distinct.on.rows.execution_entity === EVENTS && duplicates.on.rows.execution_entity === 1;
		return [
			{
				work: `${count} distinct events, Ignore Duplicates on`,
				figure: 'what stays in n8n',
				toReach: 'no row more than without',
				measured: inWords(distinct.on),
				reached: same,
			},
			{
				work: `${count} distinct events, Ignore Duplicates off`,
				figure: 'what stays in n8n',
				toReach: 'stated',
				measured: inWords(distinct.off),
				reached: true,
			},
			{
				work: `${count} deliveries of one event, Ignore Duplicates on`,
				figure: 'what stays in n8n',
				toReach: 'one execution',
				measured: inWords(duplicates.on),
				reached: one,
			},
			{
				work: `${count} deliveries of one event, Ignore Duplicates off`,
				figure: 'what stays in n8n',
				toReach: 'stated',
				measured: inWords(duplicates.off),
				reached: true,
			},
			await rememberedRow(),
		];
	} finally {
		await instance.close();
	}
}
