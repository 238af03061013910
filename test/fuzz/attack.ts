import fc from 'fast-check';
import { Pool } from 'undici';
import { describeDelivery, type Delivery } from './delivery.ts';
import { statusesOf } from './oracle.ts';
import { deliveryOf, plans } from './plans.ts';
import { ANSWER_LIMIT_MILLISECONDS, isSendable, send, type Answer } from './send.ts';

export interface AttackOptions {
	/** Without a slash at its end. */
	url: string;
	path: string;
	seed: number;
	/** How many deliveries to send. */
	count: number;
	/** How many of them at a time. */
	concurrency: number;
}

export interface AttackReport {
	sent: number;
	/** The ids of the deliveries that were answered 200: each has started an execution. */
	started: string[];
	/** How many answers had each status. */
	statuses: Record<number, number>;
	/** The different texts that were answered with 401. */
	refusals: string[];
	/** Milliseconds that the slowest answer took. */
	slowest: number;
}

/** Plans are made this many at a time, each time from a seed of its own. */
const BATCH = 500;

const judge = (delivery: Delivery, answer: Answer): string | undefined => {
	const statuses = statusesOf(delivery, Date.now());
	const starts = answer.status === 200;
	if (!statuses.includes(answer.status)) return `not ${statuses.join(' or ')}`;
	if (answer.milliseconds > ANSWER_LIMIT_MILLISECONDS)
		return `only after ${answer.milliseconds} ms`;
	// Only a server that counts executions says how many.
	const executions = answer.headers['x-executions'];
	if (executions !== undefined && Number(executions) !== (starts ? 1 : 0)) {
		return `and ${executions.toString()} executions started, not ${starts ? 1 : 0}`;
	}
	return undefined;
};

/**
 * Sends mutated deliveries over HTTP, and compares each answer with what the specification says.
 *
 * @throws Error at the first answer that is another one, that is late, or that does not come; it holds the seed and
 *   the delivery
 */
export async function attack(options: AttackOptions): Promise<AttackReport> {
	const { url, path, count, concurrency } = options;
	const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
	const report: AttackReport = { sent: 0, started: [], statuses: {}, refusals: [], slowest: 0 };
	let { seed } = options;

	const sendOne = async (delivery: Delivery, id: string, origin: string): Promise<void> => {
		const failed = (what: string) =>
			new Error(`${what} (${origin})\n${describeDelivery(delivery)}`);
		const answer = await send(pool, path, delivery).catch((error: Error) => {
			throw failed(`No answer: ${error.message}`);
		});
		const objection = judge(delivery, answer);
		if (objection !== undefined) {
			throw failed(`Answered ${answer.status} "${answer.text.slice(0, 200)}", ${objection}`);
		}
		if (answer.status === 200) report.started.push(id);
		report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
		if (answer.status === 401 && !report.refusals.includes(answer.text)) {
			report.refusals.push(answer.text);
		}
		report.slowest = Math.max(report.slowest, answer.milliseconds);
	};

	try {
		while (report.sent < count) {
			const batch = fc.sample(plans, { seed, numRuns: BATCH });
			let next = 0;
			const sendSome = async (): Promise<void> => {
				while (next < batch.length && report.sent < count) {
					const number = next++;
					const plan = batch[number];
					const id = `fuzz-${seed}-${number}`;
					const delivery = plan && deliveryOf(plan, id, Date.now());
					if (!delivery || !isSendable(delivery)) continue;
					report.sent++;
					await sendOne(delivery, id, `TEST_SEED=${seed}, plan ${number}`);
				}
			};
			await Promise.all(Array.from({ length: concurrency }, sendSome));
			seed++;
		}
		return report;
	} finally {
		await pool.destroy();
	}
}
