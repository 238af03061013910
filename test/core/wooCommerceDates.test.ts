/** The list of what was called off, at a shop in another time zone: WooCommerce reads dates in its own way. */
import type { IDataObject } from 'n8n-workflow';
import { expect, it } from 'vitest';

import { startWooCommerce } from '../../sandbox/shops/index.ts';
import { TRIGGER } from '../support/shopDay/day.ts';
import { wooCommerceDay } from '../support/shopDay/shop.ts';
import { ExampleWorkflow } from './engine/example.ts';
import { credentialFor } from './engine/run.ts';
import { useSandbox } from './support.ts';

const node = useSandbox();

const HOUR_MS = 3_600_000;

it.each([
	['Los Angeles', -8],
	['Berlin', 1],
	['Auckland', 13],
])('the example finds what was called off in the last 14 days in %s', async (_, hours) => {
	let ago = (14 * 24 - 1) * HOUR_MS;
	const woo = await startWooCommerce({
		now: () => Date.now() - ago,
		utcOffsetMinutes: hours * 60,
	});
	try {
		const shop = wooCommerceDay(woo);
		const { id } = woo.control.order();
		woo.control.cancel(id);
		ago = 0;
		const listed: unknown[] = [];
		const workflow = new ExampleWorkflow(
			shop.workflow(),
			credentialFor(node.sandbox),
			async (path, request) => {
				const response = await shop.call(path, request);
				if (path.includes('cancelled')) {
					const orders = (await response.clone().json()) as IDataObject[];
					listed.push(...orders.map((order) => order.id));
				}
				return response;
			},
		);
		await workflow.run(TRIGGER, [{}]);
		expect(listed).toEqual([id]);
	} finally {
		await woo.close();
	}
});
