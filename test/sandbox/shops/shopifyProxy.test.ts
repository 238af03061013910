import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProxyAgent, request } from 'undici';
import { startShopify, type Shopify } from '../../../sandbox/shops/index.ts';
import { startShopifyProxy, type ShopifyProxy } from '../../e2e/support/shopifyProxy.ts';

let shop: Shopify;
let proxy: ShopifyProxy;
let agent: ProxyAgent;
beforeAll(async () => {
	shop = await startShopify();
	proxy = await startShopifyProxy(shop.url);
	const ca = await readFile(proxy.settings.NODE_EXTRA_CA_CERTS ?? '', 'utf8');
	agent = new ProxyAgent({ uri: proxy.settings.HTTPS_PROXY ?? '', requestTls: { ca } });
});
afterAll(async () => {
	await agent.close();
	await proxy.close();
	await shop.close();
});

describe('The proxy in front of the Shopify double', () => {
	it('a client that trusts its certificate reaches the double under its name at Shopify', async () => {
		const { id } = shop.control.order();
		const { statusCode, body } = await request(
			`https://${shop.shopSubdomain}.myshopify.com/admin/api/2024-07//orders.json?status=any`,
			{ dispatcher: agent, headers: { 'x-shopify-access-token': shop.accessToken } },
		);
		expect(statusCode).toBe(200);
		expect(await body.json()).toMatchObject({ orders: [{ id }] });
		expect(proxy.hosts).toEqual([`${shop.shopSubdomain}.myshopify.com:443`]);
	});

	it('no other host is reached, and the attempt is recorded', async () => {
		await expect(request('https://example.com/', { dispatcher: agent })).rejects.toThrow();
		expect(proxy.hosts).toContain('example.com:443');
	});
});
