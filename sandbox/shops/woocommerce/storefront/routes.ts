import type { FastifyInstance } from 'fastify';
import { markup } from '../../../pages/markup.ts';
import { sendPage } from '../../../pages/page.ts';
import type { Mails } from '../../common/mails.ts';
import type { Product } from '../../common/options.ts';
import type { WooCommerceShop } from '../shop.ts';
import { storefront, type StorefrontLink } from './storefront.ts';

const CHECKOUT = {
	type: 'object',
	required: ['sku'],
	properties: { sku: { type: 'string' } },
};

interface StorefrontOptions {
	shop: WooCommerceShop;
	products: readonly Product[];
	mails: Mails;
	/** What is beside the shop. */
	links: () => readonly StorefrontLink[];
}

/** The page on which a customer orders, and sees what became of it. */
export async function storefrontRoutes(
	instance: FastifyInstance,
	{ shop, products, mails, links }: StorefrontOptions,
): Promise<void> {
	instance.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
	);

	instance.get('/', async (_request, reply) =>
		sendPage(
			reply,
			storefront({ orders: shop.orders(), products, mails: mails.all(), links: links() }),
		),
	);

	instance.post<{ Body: { sku: string } }>(
		'/checkout',
		{ schema: { body: CHECKOUT } },
		async ({ body }, reply) => {
			const product = products.find(({ sku }) => sku === body.sku);
			if (!product) {
				return await sendPage(reply.code(404), {
					title: 'Unknown Product',
					body: markup`<header><h1>Unknown Product</h1></header>
<main><p>This shop does not sell ${body.sku}. <a href="/">Back to the Shop</a></p></main>`,
				});
			}
			const { id } = shop.order({ lines: [{ sku: product.sku }] });
			return await reply.redirect(`/#order-${id}`, 303);
		},
	);
}
