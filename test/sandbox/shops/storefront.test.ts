import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWooCommerce, type WooCommerce } from '../../../sandbox/shops/index.ts';
import { callWoo } from './support/client.ts';

const HOSTILE = `"><script>alert('x')</script>&`;
const ESCAPED = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;';

const MUG = {
	sku: 'MUG003-WHITE-325-ML',
	name: 'Ceramic Mug',
	price: '14.90',
	printFile: 'http://127.0.0.1:4600/_sandbox/files/main-2475x1155.png',
	image: 'http://127.0.0.1:4600/_sandbox/images/mug/white.svg',
};
const UMBRELLA = { sku: 'UMB', name: 'Large Umbrella', price: '19.90', printFile: null };

let shop: WooCommerce;
beforeEach(async () => {
	shop = await startWooCommerce({ products: [MUG, UMBRELLA] });
});
afterEach(async () => await shop.close());

const read = async (): Promise<string> => await (await fetch(shop.url)).text();

/** Sends the form of a product, as a browser does that is on the shop's page. */
const submit = async (sku: string, headers: Record<string, string> = {}): Promise<Response> =>
	await fetch(`${shop.url}/checkout`, {
		method: 'POST',
		headers: { origin: shop.url, 'sec-fetch-site': 'same-origin', ...headers },
		body: new URLSearchParams({ sku }),
		redirect: 'manual',
	});

/** The part of the page with one order. */
const cardOf = (page: string, id: number): string =>
	page.split(`id="order-${id}"`)[1]?.split('class="card"')[0] ?? '';

describe("The page of the WooCommerce double's shop", () => {
	it('shows each product with its price, its picture and a button that names it', async () => {
		const page = await read();
		expect(page).toContain(`>${MUG.name}</h3><p class="soft">€ 14.90</p>`);
		expect(page).toContain(`<img src="${MUG.image}"`);
		expect(page).toMatch(/<button[^>]*>Order a Mug<\/button>/);
		expect(page).toMatch(/<button[^>]*>Order an Umbrella<\/button>/);
	});

	it('an order on it is a paid order of the REST API with SKU and print file, and leads back', async () => {
		const answer = await submit(MUG.sku);
		const [order] = shop.control.orders();
		expect(answer.status).toBe(303);
		expect(answer.headers.get('location')).toBe(`/#order-${order?.id}`);
		const { body } = await callWoo<unknown[]>(shop, 'GET', '/orders?status=processing');
		expect(body).toEqual([
			expect.objectContaining({
				id: order?.id,
				status: 'processing',
				line_items: [
					expect.objectContaining({
						sku: MUG.sku,
						quantity: 1,
						meta_data: [
							expect.objectContaining({ key: 'Print file', value: MUG.printFile }),
							expect.objectContaining({ key: '_reduced_stock' }),
						],
					}),
				],
			}),
		]);
	});

	it('lists the orders, the newest first, each with its status and the mails that its customer got', async () => {
		const first = shop.control.order({ lines: [{ sku: UMBRELLA.sku, quantity: 2 }] });
		const second = shop.control.order({ paid: false });
		await callWoo(shop, 'POST', `/orders/${first.id}/notes`, {
			note: 'On its way: 0034 https://tracking.example/0034?a=1&b=2',
			customer_note: true,
		});
		await callWoo(shop, 'POST', `/orders/${first.id}/notes`, { note: 'For the owner alone' });
		const page = await read();
		expect(page.indexOf(`id="order-${second.id}"`)).toBeLessThan(
			page.indexOf(`id="order-${first.id}"`),
		);
		expect(cardOf(page, second.id)).toContain('Pending payment');
		expect(cardOf(page, first.id)).toContain('Processing');
		expect(cardOf(page, first.id)).toContain('2 × Large Umbrella for Ada Lovelace, Berlin');
		expect(cardOf(page, first.id)).toContain(
			'On its way: 0034 <a href="https://tracking.example/0034?a=1&amp;b=2">https://tracking.example/0034?a=1&amp;b=2</a>',
		);
		expect(page).not.toContain('For the owner alone');

		shop.control.setStatus(first.id, 'completed');
		expect(cardOf(await read(), first.id)).toContain('Completed');
	});

	it.each([
		['name of a customer', () => shop.control.order({ customer: { firstName: HOSTILE } })],
		['city', () => shop.control.order({ customer: { city: HOSTILE } })],
		['name of a line', () => shop.control.order({ lines: [{ sku: 'X', name: HOSTILE }] })],
		['link beside the shop', () => shop.control.setLinks([{ text: HOSTILE, url: 'http://x' }])],
		[
			'link of an order',
			() => {
				const { id } = shop.control.order();
				shop.control.setLinks([{ text: HOSTILE, url: 'http://x', orderId: id }]);
			},
		],
		['address of a link', () => shop.control.setLinks([{ text: 'x', url: `http://x/${HOSTILE}` }])],
	])('a hostile %s is text', async (_what, act) => {
		act();
		const page = await read();
		expect(page).toContain(ESCAPED);
		expect(page).not.toContain(HOSTILE);
	});

	it('a hostile note is text, and only web addresses in it are links', async () => {
		const { id } = shop.control.order();
		const note = `${HOSTILE} javascript:alert(1) https://a.example/"onclick="x`;
		await callWoo(shop, 'POST', `/orders/${id}/notes`, { note, customer_note: true });
		const page = await read();
		expect(page).not.toContain(HOSTILE);
		expect(cardOf(page, id)).toContain(
			`${ESCAPED} javascript:alert(1) <a href="https://a.example/">`,
		);
		expect(page).not.toContain('"onclick=');
	});

	it('runs no script but its own, in no frame, and sends its forms only to itself', async () => {
		const { headers } = await fetch(shop.url);
		const policy = headers.get('content-security-policy');
		expect(policy).toMatch(/script-src 'sha256-[^']+';/);
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).toContain("form-action 'self'");
	});

	it('a product that the shop does not sell is refused as text, and nothing is ordered', async () => {
		const answer = await submit(HOSTILE);
		expect(answer.status).toBe(404);
		expect(await answer.text()).toContain(`does not sell ${ESCAPED}`);
		expect(shop.control.orders()).toEqual([]);
	});

	it.each([
		['another origin', { origin: 'https://elsewhere.example' }],
		['another port of this machine', { 'sec-fetch-site': 'same-site' }],
	])('a form on a page of %s orders nothing', async (_where, headers) => {
		expect((await submit(MUG.sku, headers)).status).toBe(403);
		expect(shop.control.orders()).toEqual([]);
	});

	it('shows a link of an order with that order alone', async () => {
		const [first, second] = [shop.control.order(), shop.control.order()];
		const url = 'http://127.0.0.1:5678/workflow/1/executions/7';
		shop.control.setLinks([{ text: 'Its Run: Placed', url, orderId: first.id }]);
		const page = await read();
		expect(cardOf(page, first.id)).toContain(`<a href="${url}"`);
		expect(cardOf(page, second.id)).not.toContain('Its Run');
		expect(page.match(/Its Run: Placed/g)).toHaveLength(1);
	});

	it('has the links that the control verb set, and takes web addresses alone', async () => {
		const send = async (url: string) =>
			await fetch(`${shop.url}/_shop/links`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ links: [{ text: 'Workflow on Its Canvas', url }] }),
			});
		expect((await send('javascript:alert(1)')).status).toBe(400);
		expect(await read()).not.toContain('Workflow on Its Canvas');
		expect((await send('http://127.0.0.1:5678/workflow/1')).status).toBe(200);
		expect(await read()).toMatch(
			/<a href="http:\/\/127\.0\.0\.1:5678\/workflow\/1"[^>]*>Workflow on Its Canvas<\/a>/,
		);
	});
});
