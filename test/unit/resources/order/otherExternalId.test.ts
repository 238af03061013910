import fc from 'fast-check';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { create } from '../../../../nodes/PodFulfilment/resources/order/create.ts';
import { reprint } from '../../../../nodes/PodFulfilment/resources/order/reprint.ts';
import { CASES } from '../../../support/seed.ts';
import { BASE_URL, type Answer } from '../../transport/scriptedService.ts';
import { locate, lostResponse, passWaitingTimes, runOperation } from '../runOperation.ts';

// Each case runs the operation twice in one execution, as Retry On Fail does, and the second try may have other External IDs.

passWaitingTimes();

const recipient = {
	name: 'Nathan Doe',
	address1: '12 Harbour Street',
	city: 'Hamburg',
	zip: '20457',
	countryCode: 'DE',
};
const orderItems = [
	{
		...{ variantId: 'v1', quantity: 1, name: 'Tee' },
		placements: [
			{ type: 'front', layers: [{ url: 'https://files.example.com/front.png', type: 'file' }] },
		],
	},
];

/**
 * What becomes of a request in the first try: it is done, done without an answer, and the order cannot be read either, refused,
 * or was done before it.
 */
type Fate = 'done' | 'lost' | 'unread' | 'refused' | 'existing';

/** A service with orders; what becomes of a request says the External ID. */
class Service {
	readonly orders = new Map<string, IDataObject>();

	/** The External IDs of the orders of each POST. */
	readonly posted: string[] = [];

	private readonly fates: Map<string, Fate>;

	private readonly confirmations: Map<string, Fate>;

	constructor(fates: Map<string, Fate>, confirmations: Map<string, Fate>) {
		this.fates = fates;
		this.confirmations = confirmations;
		this.add({ externalId: 'SOURCE', status: 'shipped', orderItems, shipping: 'STANDARD' });
	}

	add(body: IDataObject): IDataObject {
		const { actions, ...shown } = body;
		const source = { id: 'id-of-SOURCE', externalId: 'SOURCE' };
		const order = {
			...{ recipient, shipping: 'STANDARD', orderItems, status: 'draft', ...shown },
			id: `id-of-${String(body.externalId)}`,
			createdAt: new Date().toISOString(),
			...(actions !== undefined && { associations: [{ type: 'reprint', source }] }),
		};
		this.orders.set(String(body.externalId), order);
		return order;
	}

	/** What goes wrong in the first try goes well in the second one. */
	calm(): void {
		this.fates.clear();
		this.confirmations.clear();
	}

	readonly answer = ({ method, url, body }: IHttpRequestOptions): Answer => {
		const path = url.slice(BASE_URL.length);
		if (method === 'POST' && path === '/api/orders') {
			return this.create((typeof body === 'string' ? JSON.parse(body) : body) as IDataObject);
		}
		const [, reference = ''] = /^\/api\/orders\/([^/]+)/.exec(path) ?? [];
		const externalId = reference.replace(/^@|^id-of-/, '');
		const order = this.orders.get(externalId);
		if (!order) return { status: 404, body: { '@type': 'hydra:Error' } };
		if (this.fates.get(externalId) === 'unread') return { status: 403, body: { code: 403 } };
		if (!path.endsWith('/confirm')) return { status: 200, body: order };
		const fate = this.confirmations.get(externalId) ?? 'done';
		if (fate === 'refused') return { status: 403, body: { code: 403, message: 'No' } };
		this.orders.set(externalId, { ...order, status: 'pending' });
		if (fate === 'lost') return lostResponse();
		return { status: 200, body: this.orders.get(externalId) };
	};

	private create(body: IDataObject): Answer {
		const externalId = String(body.externalId);
		this.posted.push(externalId);
		const fate = this.fates.get(externalId) ?? 'done';
		if (fate === 'refused') return { status: 403, body: { code: 403, message: 'No' } };
		if (this.orders.has(externalId)) return { status: 409, body: {} };
		const order = this.add(body);
		return fate === 'lost' || fate === 'unread' ? lostResponse() : { status: 201, body: order };
	}
}

const OPERATIONS = { create, reprint };

interface Case {
	operation: keyof typeof OPERATIONS;
	then: 'draft' | 'confirm';
	continueOnFail: boolean;
	concurrency: number;
	/** What becomes of each item in the first try, of its order and of the confirmation. */
	fates: Array<{ order: Fate; confirmation: Fate }>;
	/** The External ID of each item in the second try, by the index of the item that has it in the first; -1 is a new one. */
	second: number[];
}

const cases = (second: (count: number) => fc.Arbitrary<number[]>): fc.Arbitrary<Case> =>
	fc.integer({ min: 1, max: 4 }).chain((count) =>
		fc.record({
			operation: fc.constantFrom('create', 'reprint'),
			then: fc.constantFrom('draft', 'confirm'),
			continueOnFail: fc.boolean(),
			concurrency: fc.constantFrom(1, 10),
			fates: fc.array(
				fc.record({
					order: fc.constantFrom<Fate>('done', 'lost', 'refused', 'existing'),
					confirmation: fc.constantFrom<Fate>('done', 'lost', 'refused'),
				}),
				{ minLength: count, maxLength: count },
			),
			second: second(count),
		}),
	);

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Plays both tries. */
async function play({ operation, then, continueOnFail, concurrency, fates, second }: Case) {
	const ids = fates.map((_, index) => `A-${index}`);
	const service = new Service(
		new Map(fates.map(({ order }, index) => [`A-${index}`, order])),
		new Map(fates.map(({ confirmation }, index) => [`A-${index}`, confirmation])),
	);
	for (const [index, { order }] of fates.entries()) {
		if (order === 'existing')
			service.add({
				externalId: ids[index],
				...(operation === 'reprint' && { actions: [] }),
			});
	}
	const parametersOf = (externalId: string): IDataObject => ({
		...{ externalId, then, thenReprint: then, shipping: 'STANDARD', simplify: false },
		...{ specifyRecipient: 'json', specifyItems: 'json' },
		...{ recipientJson: recipient, itemsJson: orderItems, orderId: locate('externalId', 'SOURCE') },
		options: { maxAttempts: 1, fillFromCatalog: false, concurrency },
	});
	const execution = `try of ${(executions += 1)}`;
	const run = async (externalIds: string[]) =>
		await runOperation(
			OPERATIONS[operation],
			externalIds.map(parametersOf),
			service.answer,
			execution,
			continueOnFail,
		);
	const first = await run(ids);
	const placedFirst = service.posted.filter((id) => service.orders.has(id));
	const leftFirst = ids.filter(
		// Where the run stopped, what existed may not have been found.
		(id, index) => placedFirst.includes(id) && (fates[index]?.order !== 'existing' || !first.error),
	);
	service.calm();
	const secondIds = second.map((index, position) => (index < 0 ? `NEW-${position}` : `A-${index}`));
	const next = await run(secondIds);
	return { ids, secondIds, service, first, next, placedFirst, leftFirst };
}

let executions = 0;

describe('Retry On Fail with an External ID that is another one in the second try', () => {
	it('places no second order for an item, and names both External IDs', async () => {
		let refused = 0;
		await fc.assert(
			fc.asyncProperty(
				cases((count) => fc.tuple(...indexes(count).map((index) => fc.constantFrom(index, -1)))),
				async (one) => {
					const { ids, secondIds, service, next, leftFirst } = await play(one);
					const texts = next.json.map(({ message }) => String(message ?? ''));
					for (const [index, id] of ids.entries()) {
						const other = secondIds[index] ?? '';
						if (other === id || !leftFirst.includes(id)) continue;
						refused += 1;
						expect(service.posted, `${id} and ${other}`).not.toContain(other);
						if (!one.continueOnFail) expect(next.error).toBeDefined();
						else expect(texts[index]).toMatch(new RegExp(`"${id}".*"${other}"`, 's'));
					}
					const changed = ids.filter(
						(id, index) => secondIds[index] !== id && leftFirst.includes(id),
					);
					if (!next.error || changed.length === 0) return;
					const text = `${next.error.message} ${next.error.description}`;
					expect(text).toContain(`"${changed[0]}"`);
					expect(text).toMatch(/"NEW-\d"/);
					expect(text).toContain('Do not retry this execution');
					expect(text).not.toContain('Running the node again is safe');
				},
			),
			{ numRuns: Math.min(CASES, 200) },
		);
		expect(refused).toBeGreaterThan(Math.min(CASES, 200) / 2);
	});

	it('goes on where the items have the same External IDs in another order, or more items do', async () => {
		let permuted = 0;
		await fc.assert(
			fc.asyncProperty(
				cases((count) =>
					fc
						.tuple(fc.shuffledSubarray(indexes(count), { minLength: count }), fc.nat({ max: 2 }))
						.map(([order, more]) => [...order, ...Array<number>(more).fill(-1)]),
				),
				async (one) => {
					const { secondIds, service, next } = await play(one);
					expect(next.error?.message).toBeUndefined();
					expect(next.json.map(({ externalId }) => externalId)).toEqual(secondIds);
					for (const id of secondIds) expect(service.orders.has(id)).toBe(true);
					if (one.second.some((index, position) => index !== position)) permuted += 1;
				},
			),
			{ numRuns: Math.min(CASES, 200) },
		);
		expect(permuted).toBeGreaterThan(CASES / 4);
	});

	it('sends nothing for an item of fewer that comes in place of one whose order no item has', async () => {
		const fates = ['done', 'done', 'refused'].map((order) => ({
			...{ order: order as Fate, confirmation: 'done' as Fate },
		}));
		const plain = { operation: 'create', then: 'draft', continueOnFail: true } as const;
		const { service, next, placedFirst } = await play({
			...{ ...plain, concurrency: 1, fates, second: [1, 2] },
		});
		expect(placedFirst).toEqual(['A-0', 'A-1']);
		expect(service.posted.filter((id) => id === 'A-2')).toHaveLength(1);
		expect(next.json.map(({ message }) => message)).toEqual([
			expect.stringMatching(/"A-0" of an earlier try was placed or found.*"A-1"/),
			expect.stringMatching(/"A-0" of an earlier try was placed or found.*"A-2"/),
		]);
	});

	const said = (order: Fate, confirmation: Fate, then: 'draft' | 'confirm') => ({
		...{ order, confirmation, then },
	});
	it.each([
		[said('done', 'done', 'draft'), 'was placed or found, so'],
		[said('lost', 'done', 'confirm'), 'was placed or found, so'],
		[said('unread', 'done', 'draft'), 'may have been placed, so'],
		[
			said('done', 'lost', 'confirm'),
			'was placed or found, and its confirmation may have been made, so',
		],
		[said('existing', 'done', 'draft'), 'was placed or found, so'],
		[said('done', 'refused', 'confirm'), 'was placed or found, and is not confirmed, so'],
	])('says what became of the order of the earlier try: %o', async ({ then, ...fate }, words) => {
		const { next } = await play({
			...{ operation: 'create', then, continueOnFail: false, concurrency: 1 },
			...{ fates: [fate, { order: 'refused', confirmation: 'done' }], second: [-1, -1] },
		});
		expect(next.error?.message).toContain(`order "A-0" of an earlier try ${words}`);
		expect(next.error?.message).toContain('nothing is sent for order "NEW-0"');
	});
});
