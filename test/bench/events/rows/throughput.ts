import type { Row } from '../support/row.ts';
import { open, type Instance, type Listening, type Prepared } from '../support/instance.ts';
import type { Sender } from '../support/sending.ts';
import { median, percentile } from '../support/statistics.ts';
import { SIGNING_SECRET } from '../support/workflows.ts';

const CONNECTIONS = 8;

/** The workflows to compare, and deliveries to ours that were forged. */
const TARGETS = ['ours', 'empty', 'emptyCredential', 'webhook', 'forged'] as const;
type Target = (typeof TARGETS)[number];

interface Round {
	/** Events a second, from the first delivery until the last execution has ended; answers a second for forged ones. */
	perSecond: number;
	latencies: number[];
}

export interface Plan {
	/** What n8n is set to, in words. */
	name: string;
	settings: Record<string, string>;
	rounds: number;
	/** Deliveries of each kind in a round. */
	perRound: number;
	/** Forged deliveries refused for each good one accepted, at least. */
	refusals: number;
	/** Share of what n8n's own Webhook node handles, at least; only stated if undefined. */
	ofWebhookNode?: number;
}

async function round(
	instance: Instance,
	sender: Sender,
	kind: Target,
	number: number,
	count: number,
): Promise<Round> {
	const { prepared, database } = instance;
	const target: Listening = prepared[kind === 'forged' ? 'ours' : kind];
	const begin = performance.now();
	const { latencies, statuses, wall } = await sender.send({
		url: instance.url(target),
		count,
		secret: kind === 'forged' ? 'forged' : SIGNING_SECRET,
		prefix: `ROUND${number}`,
		connections: CONNECTIONS,
	});
	const expected = kind === 'forged' ? '401' : '200';
	if (statuses[expected] !== count) throw new Error(`${kind}: ${JSON.stringify(statuses)}`);
	if (kind === 'forged') return { perSecond: (count * 1000) / wall, latencies };
	await database.ended(target.id);
	return { perSecond: (count * 1000) / (performance.now() - begin), latencies };
}

/**
 * The triggers side by side in one n8n, in short rounds one after another, so that what the machine does
 * beside it meets all of them alike.
 */
export async function throughputRows(
	prepared: Prepared,
	sender: Sender,
	{ name, settings, rounds, perRound, refusals: refusalsToReach, ofWebhookNode }: Plan,
): Promise<Row[]> {
	const instance = await open(prepared, settings);
	const results: Record<Target, Round[]> = {
		ours: [],
		empty: [],
		emptyCredential: [],
		webhook: [],
		forged: [],
	};
	try {
		for (const kind of TARGETS) await round(instance, sender, kind, 0, 3 * perRound);
		for (let number = 1; number <= rounds; number += 1) {
			// Each kind comes first as often as the others.
			const order = TARGETS.map(
				(_kind, index) => TARGETS[(index + number) % TARGETS.length] as Target,
			);
			for (const kind of order) {
				results[kind].push(await round(instance, sender, kind, number, perRound));
			}
		}
	} finally {
		await instance.close();
	}

	const ratio = (over: Target, under: Target): number =>
		median(
			results[over].map(
				({ perSecond }, index) => perSecond / (results[under][index]?.perSecond ?? 0),
			),
		);
	const perSecond = (kind: Target) =>
		median(results[kind].map((result) => result.perSecond)).toFixed(0);
	const p99 = (kind: Target) =>
		percentile(
			results[kind].flatMap(({ latencies }) => latencies),
			0.99,
		);
	const throughput = ratio('ours', 'empty');
	const latency = p99('ours') / p99('empty');
	const refusals = ratio('forged', 'ours');
	const webhookShare = ratio('ours', 'webhook');
	const work = `${name}: ${rounds} rounds of ${perRound}, ${CONNECTIONS} connections`;
	return [
		{
			work,
			figure: 'events a second, ours / empty trigger',
			toReach: 'at least 0.95',
			measured: `${throughput.toFixed(2)} (${perSecond('ours')}/s, ${perSecond('empty')}/s)`,
			reached: throughput >= 0.95,
		},
		{
			work,
			figure: '99th percentile of the answers, ours / empty trigger',
			toReach: 'at most 1.1',
			measured: `${latency.toFixed(2)} (${p99('ours').toFixed(0)} ms, ${p99('empty').toFixed(0)} ms)`,
			reached: latency <= 1.1,
		},
		{
			work,
			figure: 'forged refused / good accepted, a second',
			toReach: `at least ${refusalsToReach}`,
			measured: `${refusals.toFixed(2)} (${perSecond('forged')}/s)`,
			reached: refusals >= refusalsToReach,
		},
		{
			work,
			figure: 'events a second, ours / empty trigger with a credential',
			toReach: 'stated',
			measured: `${ratio('ours', 'emptyCredential').toFixed(2)} (${perSecond('emptyCredential')}/s)`,
			reached: true,
		},
		{
			work,
			figure: "events a second, ours / n8n's Webhook node",
			toReach: ofWebhookNode === undefined ? 'stated' : `at least ${ofWebhookNode}`,
			measured: `${webhookShare.toFixed(2)} (${perSecond('webhook')}/s)`,
			reached: webhookShare >= (ofWebhookNode ?? 0),
		},
	];
}
