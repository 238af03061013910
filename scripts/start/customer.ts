import type { WooCommerce } from '../../sandbox/shops/index.ts';
import { poll } from '../n8n/poll.ts';

/**
 * Orders the shop's first product on its page, as a click does.
 *
 * @returns the number of the order
 * @throws Error if the shop takes no order
 */
export async function orderOnPage({ url, control }: WooCommerce): Promise<number> {
	const page = await (await fetch(url)).text();
	const sku = /name="sku" value="([^"]+)"/.exec(page)?.[1] ?? '';
	const answer = await fetch(`${url}/checkout`, {
		method: 'POST',
		body: new URLSearchParams({ sku }),
		redirect: 'manual',
	});
	const order = control.orders().at(-1);
	if (answer.status !== 303 || !order) throw new Error(`The shop answered ${answer.status}.`);
	return order.id;
}

/** Waits until the customer of an order got a mail with a tracking link. Returns the link. */
export async function trackingLinkOf(
	{ control }: WooCommerce,
	orderId: number,
	timeoutMilliseconds: number,
): Promise<string> {
	return await poll(
		`the customer of order ${orderId} to get a tracking link`,
		async () =>
			control
				.mails()
				.filter((mail) => mail.orderId === orderId)
				.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0])
				.find((link) => link !== undefined),
		{ timeoutMilliseconds },
	);
}
