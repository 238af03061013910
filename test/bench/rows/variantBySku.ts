import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createFromJson } from '../../support/createFromJson.ts';
import type { Bench } from '../support/bench.ts';
import { Engine } from '../support/engine.ts';
import { measure, median } from '../support/measure.ts';
import { atMost, seconds, stated, type Row } from '../support/row.ts';

const ORDERS = 1_000;
const PRODUCTS = 500;
const PAGE_SIZE = 30;
const ROUNDS = 5;

/** How the variants of the orders are named, and whether the catalog was read before. */
const LOOKUPS = ['bySku', 'bySkuAgain', 'byId'] as const;
type Lookup = (typeof LOOKUPS)[number];

interface Timed {
	milliseconds: number;
	reads: number;
	complete: boolean;
}

/** 1,000 orders over a catalog of 500 products, each of one variant: by SKU beside the same orders by ID. */
export async function variantBySkuRows(bench: Bench): Promise<Row[]> {
	const { service } = bench;
	await service.reset({ pageSize: PAGE_SIZE, seed: { orders: 0, products: PRODUCTS } });
	const products = await service.products();
	const pages = (entries: number): number => Math.max(1, Math.ceil(entries / PAGE_SIZE));
	const variantPages = products.map(({ variants }) => pages(variants.length));
	const needed = variantPages.reduce((sum, count) => sum + count, pages(products.length));

	const lines = await Promise.all(
		products.map(async ({ variants: [variant] }) => {
			const { orderItems } = await service.exampleOrder(variant?.id);
			return (orderItems as IDataObject[]).map(({ variantId, ...line }) => ({
				byId: { ...line, variantId },
				bySku: { ...line, sku: variant?.sku },
			}));
		}),
	);
	const parameters = createFromJson('={{ $json.number }}', await service.exampleOrder());

	const rounds: Array<Record<Lookup, Timed>> = [];
	for (let round = 0; round <= ROUNDS; round += 1) {
		// Of a key of its own: what the node keeps of a catalog belongs to the key.
		const engine = new Engine({ baseUrl: service.url, apiKey: await service.createApiKey() });
		await engine.load(bench.packed.folder);
		const place = async (lookup: Lookup): Promise<Timed> =>
			await placeOrders(bench, engine, lookup, `${lookup}-${round}`, parameters, lines);
		const byIdFirst = round % 2 === 0 ? await place('byId') : undefined;
		const bySku = await place('bySku');
		const bySkuAgain = await place('bySkuAgain');
		rounds.push({ bySku, bySkuAgain, byId: byIdFirst ?? (await place('byId')) });
	}
	// The first round only warms up.
	return rowsOf(rounds.slice(1), needed);
}

async function placeOrders(
	{ service }: Bench,
	engine: Engine,
	lookup: Lookup,
	prefix: string,
	parameters: INodeParameters,
	lines: Array<Array<Record<'byId' | 'bySku', IDataObject>>>,
): Promise<Timed> {
	await service.clearRecords();
	const input = Array.from({ length: ORDERS }, (_, index) => ({
		number: `${prefix}-${index}`,
		lines: lines[index % lines.length]?.map((line) => line[lookup === 'byId' ? 'byId' : 'bySku']),
	})) as IDataObject[];
	const { result, wall } = await measure(
		async () =>
			await engine.run('podFulfilment', { ...parameters, itemsJson: '={{ $json.lines }}' }, input),
	);
	const reads = (await service.requests()).filter(({ path }) => path.startsWith('/api/catalog-'));
	return { milliseconds: wall, reads: reads.length, complete: result.items.length === ORDERS };
}

function rowsOf(rounds: Array<Record<Lookup, Timed>>, needed: number): Row[] {
	const complete = rounds.every((round) => LOOKUPS.every((lookup) => round[lookup].complete));
	const timeOf = (lookup: Lookup): number =>
		median(rounds.map((round) => round[lookup].milliseconds));
	const ratioTo = (lookup: Lookup): number =>
		median(rounds.map((round) => round[lookup].milliseconds / round.byId.milliseconds));
	const name = `1,000 orders by SKU over a catalog of ${PRODUCTS} products`;
	return [
		atMost(
			1,
			{
				name: `${name}: catalog reads / products and pages`,
				ours: Math.max(...rounds.map(({ bySku }) => bySku.reads)),
				reference: needed,
			},
			complete,
		),
		atMost(
			1.3,
			{
				name: `${name}: time / the same orders by ID`,
				ours: timeOf('bySku'),
				reference: timeOf('byId'),
				ratio: ratioTo('bySku'),
				format: seconds,
				note: `catalog reads by ID: ${rounds[0]?.byId.reads ?? 0}`,
			},
			complete,
		),
		stated({
			name: `${name}, read in an execution before: time / the same orders by ID`,
			ours: timeOf('bySkuAgain'),
			reference: timeOf('byId'),
			ratio: ratioTo('bySkuAgain'),
			format: seconds,
			note: `catalog reads: ${rounds[0]?.bySkuAgain.reads ?? 0}`,
		}),
	];
}
