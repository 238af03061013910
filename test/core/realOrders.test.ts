/** Orders as real shops and their plug-ins write them: what becomes of each with Confirm, and what Check Only says of it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { CAUSES } from '../../nodes/PodFulfilment/order/causes.ts';
import { realOrders, type Outcome, type RealOrder } from '../support/shopOrders/realOrders.ts';
import { startAction } from './engine/execution.ts';
import { usePlainService } from './plainService.ts';
import { fromShop, namesToEnter } from './shopOrders.ts';

const service = usePlainService();

const SIZES = ['S', 'M', 'L', 'XL', '2XL'];

const placement = (type: string, required: boolean): IDataObject => ({
	...{ type, required, technique: 'direct_print', techniques: ['direct_print'] },
	area: { width: 4500, height: 5400, section: { top: 0, right: 0, bottom: 0, left: 0 } },
});

const option = (id: string, label: string, required: boolean, values: string[]): IDataObject => ({
	...{ id, label, required, type: 'string', values: values.map((value) => ({ value })) },
});

const variant = (sku: string, placements: IDataObject[], options: IDataObject[] = []) => ({
	...{ id: `id-of-${sku}`, sku, name: sku.replaceAll('-', ' / '), inStock: true },
	...{ placements, options },
});

service.products = [
	{
		id: 'tee',
		name: 'Unisex Tee',
		variants: ['NAVY', 'WHITE', 'BLACK'].flatMap((color) =>
			SIZES.map((size) =>
				variant(`TEE-${color}-${size}`, [placement('front', true), placement('back', false)]),
			),
		),
	},
	{
		id: 'mug',
		name: 'Ceramic Mug',
		variants: ['MUG-11-WHT', 'MUG-15-WHT'].map((sku) => variant(sku, [placement('main', true)])),
	},
	{
		id: 'hoodie',
		name: 'Hoodie',
		variants: SIZES.map((size) =>
			variant(`HOOD-GREY-${size}`, [placement('front', false), placement('back', true)]),
		),
	},
	{ id: 'poster', name: 'Poster', variants: [variant('POSTER-A3', [placement('main', true)])] },
	{ id: 'tote', name: 'Tote Bag', variants: [variant('TOTE-NAT', [placement('front', true)])] },
	{
		id: 'clock',
		name: 'Wall Clock',
		variants: [
			variant(
				'CLOCK-30',
				[placement('main', true)],
				[
					option('dial_color', 'Dial colour', true, ['black', 'white']),
					option('gift_box', 'Gift box', false, ['premium_wood', 'standard']),
				],
			),
		],
	},
];

/** Runs Order → Create on one order. */
async function run({ shop, order, settings }: RealOrder, then: 'check' | 'confirm') {
	const { options, ...fields } = settings;
	const parameters: INodeParameters = { ...fields, then, options: { maxAttempts: 1, ...options } };
	const { json, error } = await startAction({
		parameters: fromShop(shop, parameters),
		items: [order],
		credential: { baseUrl: service.url, apiKey: 'key', signingSecret: '', headerBrand: 'Service' },
	}).finished;
	const [item = {}] = json;
	return { item, error: error && `${error.message} ${error.description ?? ''}` };
}

const texts = (value: unknown): string[] => (value ?? []) as string[];

/** What the node says of each order: that it stays a draft, or was not sent. */
const OF_EVERY_ORDER = /stays a draft|Nothing was sent/;

/** What becomes of an order with Confirm. */
async function placed(given: RealOrder) {
	const { item, error } = await run(given, 'confirm');
	const [order] = service.orders.values();
	const warnings = texts(item.warnings).filter((text) => !OF_EVERY_ORDER.test(text));
	const toReview = texts(item.toReview);
	return { order, error, warnings, toReview, reason: item.reason, outcome: outcome() };

	function outcome(): Outcome {
		if (error !== undefined) return 'refused';
		if (item.skipped === true) return 'leftOut';
		expect(order?.status).toBe(toReview.length > 0 ? 'draft' : 'pending');
		if (toReview.length > 0) return 'review';
		return warnings.length > 0 ? 'warning' : 'produced';
	}
}

/** Expects that what stops an order, or is to be looked at, has a cause of the list, and that none is a setting's: all are right. */
function expectCauses({ problems, toReview, whyNotDue, causes = [], advice = [] }: IDataObject) {
	const found = [...texts(problems), ...texts(toReview)];
	if (found.length > 0) expect(advice).not.toEqual([]);
	if (found.length > 0 || whyNotDue !== undefined) expect(causes).not.toEqual([]);
	expect(Object.keys(CAUSES)).toEqual(expect.arrayContaining(texts(causes)));
	expect(causes).not.toContain('setting');
	for (const { cause } of advice as IDataObject[]) expect(causes).toContain(cause);
}

/** What Check Only says would become of an order. */
async function checked(given: RealOrder): Promise<Outcome | 'sent'> {
	const { item, error } = await run(given, 'check');
	expect([...service.orders.values()]).toEqual([]);
	expectCauses(item);
	if (error !== undefined || texts(item.problems).length > 0) return 'refused';
	if (item.wouldSend === null) return 'leftOut';
	return texts(item.toReview).length > 0 ? 'review' : 'sent';
}

/** The items of an order at the service, by the SKUs of the catalog. */
const itemsOf = (order: IDataObject) =>
	(order.orderItems as IDataObject[]).map(
		({ variantId, quantity, placements, options, retailPrice }) => ({
			...{ sku: String(variantId).replace('id-of-', ''), quantity },
			retailPrice: retailPrice ?? null,
			files: Object.fromEntries(
				(placements as Array<{ type: string; layers: IDataObject[] }>).map(({ type, layers }) => [
					...[type, layers[0]?.url],
				]),
			),
			...((options as IDataObject[] | undefined)?.length && {
				options: Object.fromEntries(
					(options as IDataObject[]).map(({ id, value }) => [id as string, value]),
				),
			}),
		}),
	);

/** Expects that one of the texts meets each pattern. */
function expectEach(patterns: readonly string[] = [], found: readonly string[]): void {
	for (const pattern of patterns) {
		expect(found).toContainEqual(expect.stringMatching(new RegExp(pattern, 'i')));
	}
}

async function meetsExpectation(given: RealOrder): Promise<void> {
	const { expected } = given;
	const said = await checked(given);
	service.clear();
	const { order, outcome, warnings, toReview, reason, error } = await placed(given);
	expect(expected.outcome).toContain(outcome);
	expect(said).toBe(outcome === 'produced' || outcome === 'warning' ? 'sent' : outcome);
	if (outcome === 'warning' && expected.outcome.length === 1)
		expectEach(expected.warnings, warnings);
	if (outcome === 'review') expectEach(expected.toReview, toReview);
	if (outcome === 'refused') expectEach(expected.error, [error ?? '']);
	if (outcome === 'leftOut') expectEach(expected.reason, [String(reason)]);
	expect(order === undefined).toBe(outcome === 'refused' || outcome === 'leftOut');
	if (!order) return;
	if (expected.items) {
		const anyPrice = { retailPrice: expect.any(String) as string };
		expect(itemsOf(order)).toEqual(expected.items.map((item) => ({ ...anyPrice, ...item })));
	}
	expect(order.recipient).toMatchObject(expected.recipient ?? {});
	for (const part of expected.lacks ?? []) expect(order.recipient).not.toHaveProperty(part);
	expect(order.shipping).toBe(expected.shipping ?? 'STANDARD');
}

describe('An order of a real shop becomes what its owner expects', () => {
	it('is one of 215, each with a name of its own', () => {
		expect(new Set(realOrders.map(({ name }) => name)).size).toBe(215);
	});

	it.each(realOrders)('$name', async ({ ignored, ...given }) => {
		if (ignored === undefined) {
			await meetsExpectation(given);
			return;
		}
		const { toReview } = await placed(given);
		expect(toReview).not.toEqual([]);
		for (const name of ignored.split(', ')) {
			expect(toReview.flatMap(namesToEnter)).toContain(name);
		}
		service.clear();
		const options = { ...given.settings.options, ignoredProperties: ignored };
		await meetsExpectation({ ...given, settings: { ...given.settings, options } });
	});
});
