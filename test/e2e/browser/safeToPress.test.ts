import { describe, expect, it } from 'vitest';
import { useEditor } from './support/use.ts';

const browser = useEditor('Safe to press');

const byId = (value: string | undefined) => ({ __rl: true, mode: 'id', value });

const ADDRESS = {
	name: 'Ada Example',
	address1: 'Musterstrasse 12',
	city: 'Berlin',
	zip: '10115',
	countryCode: 'DE',
};

describe('An order, before and after it is placed', () => {
	/** A workflow of its own, with this order. */
	const openOrder = async (name: string, parameters: Record<string, unknown>) =>
		await browser.openAction(name, { resource: 'order', operation: 'create', ...parameters });

	/** No city, no postal code, no quantity, and neither the option nor the placement that the clock needs. */
	const incompleteOrder = () => {
		const variants = browser.sandbox.control.variants();
		const clock = variants.find(({ name }) => name.includes('Clock'));
		return {
			externalId: 'SHOP-1',
			recipient: { ...ADDRESS, city: '', zip: '' },
			items: { item: [{ variantId: byId(clock?.id), quantity: 0 }] },
		};
	};

	const completeOrder = () => {
		const variants = browser.sandbox.control.variants();
		const shirt = variants.find(({ options }) => !options.some(({ required }) => required));
		const placement = { url: 'https://print-files.example/motif.png' };
		return {
			externalId: 'SHOP-2',
			recipient: ADDRESS,
			items: {
				item: [
					{
						variantId: byId(shirt?.id),
						quantity: 1,
						placements: { placement: [placement] },
					},
				],
			},
		};
	};

	it('Check Only shows the order with all that is wrong with it, and nothing is sent', async () => {
		const { editor, sandbox } = browser;
		const check = await openOrder('Check', {
			...incompleteOrder(),
			then: 'check',
		});
		await check.execute();
		await editor.takeScreenshot('check-only');
		const shown = await check.output.innerText();
		for (const part of ['wouldSend', 'problems', 'nothing was sent: ']) {
			expect(shown).toContain(part);
		}
		expect(sandbox.control.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('an order exists once however often it is run, is said to exist, and is confirmed when that is asked for', async () => {
		const { editor, sandbox } = browser;
		const order = await openOrder('Order', completeOrder());
		await order.execute();
		expect(await order.output.innerText()).not.toContain('already existed');
		await order.choose('Then', 'Place and Confirm');
		await order.options.add('Wait for Validation (Seconds)');
		await order.options.type('Wait for Validation (Seconds)', '2');
		await order.execute();
		await order.output.getByText('This order already existed').waitFor();
		await editor.takeScreenshot('create-and-confirm');
		expect(sandbox.control.orders().map(({ status }) => status)).toEqual(['pending']);
	});

	it('an incomplete order is refused with one list of all that is missing, in the names of the fields', async () => {
		const { editor } = browser;
		const order = await openOrder('Incomplete', incompleteOrder());
		await order.execute();
		await editor.takeScreenshot('all-that-is-missing');
		const { message, description } = await order.shownError();
		expect(message).toMatch(
			/^Recipient → City and ZIP or Postal Code are empty; Items → Item 1 → Quantity is 0, but must be a whole number greater than 0; and \d more/,
		);
		const lines = description.split('\n').filter((line) => line.trim() !== '');
		expect(lines).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^Recipient → City and ZIP or Postal Code are empty\./),
				expect.stringMatching(/^Items → Item 1 → Quantity is 0/),
				expect.stringMatching(/^Items → Item 1 → Product Options lacks "dial_color"/),
				expect.stringMatching(/^Items → Item 1 → Print File is empty/),
			]),
		);
	});
});
