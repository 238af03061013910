import { describe, expect, it } from 'vitest';

import { STATES } from '../../../../../../nodes/PodFulfilment/spec/states.ts';
import { readWooCommerceOrder } from '../../../../../support/byLevel.ts';
import {
	wooCommerceAddress,
	wooCommerceOrder,
} from '../../../../../support/shopOrders/wooCommerce.ts';
import sent from '../../../../../support/shopOrders/wooCommerceStates.json' with { type: 'json' };

/** Country, the state as WooCommerce 10.2.4 sends it, and its name there: two of each country that has states. */
const SENT = sent as Array<[country: string, state: string, name: string]>;

const stateOf = (country: string, state: string): [unknown, unknown] => {
	const shipping = { ...wooCommerceAddress(), country, state };
	const { recipient } = readWooCommerceOrder(wooCommerceOrder([], { shipping }), {
		sendTestOrders: false,
	});
	return [recipient.stateCode, recipient.stateName];
};

describe('A state of WooCommerce', () => {
	it.each([
		['JP', 'JP13', undefined, 'Tôkyô'],
		['CN', 'CN2', undefined, 'Beijing'],
		['CN', 'CN32', undefined, 'Xinjiang'],
		['TR', 'TR34', undefined, 'İstanbul'],
		['TH', 'TH-37', undefined, 'Amnat Charoen'],
		['DE', 'DE-BE', 'BE', undefined],
		['EG', 'EGALX', 'ALX', undefined],
		['MA', 'maagd', 'AGD', undefined],
		['MZ', 'MZMPM', 'MPM', undefined],
		['KN', 'KNK', 'K', undefined],
		['KN', 'KN07', undefined, 'Saint John Figtree'],
		['HK', 'KOWLOON', undefined, 'KOWLOON'],
		['US', 'TX', 'TX', 'Texas'],
		['DE', '', undefined, undefined],
		// What a customer or an import wrote.
		['MA', 'Marrakesh', undefined, 'Marrakesh'],
		['CN', 'CN33', 'CN33', undefined],
		['CN', 'CN0', 'CN0', undefined],
		['CN', 'Guangdong', undefined, 'Guangdong'],
		['EG', 'Egypt', undefined, 'Egypt'],
		['DE', 'EGALX', undefined, 'EGALX'],
	])('in %s, %j has the code %j and the name %j', (country, state, code, name) => {
		expect(stateOf(country, state)).toEqual([code, name]);
	});

	it.each(SENT)('of %s, %j (%s) is a code without the country, or a name', (country, state) => {
		const [stateCode, stateName] = stateOf(country, state);
		expect(stateCode ?? stateName).toEqual(expect.any(String));
		// Of the Minor Outlying Islands of the USA ISO has numbers, and nobody lives there.
		if (stateCode !== undefined && country !== 'UM') {
			expect(stateCode).toMatch(/^[A-Z]{1,3}$/);
			expect(state.toUpperCase().replace('-', '')).toMatch(
				new RegExp(`^(${country})?${String(stateCode)}$`),
			);
		}
		if (stateName !== undefined && !(country in STATES)) {
			expect(stateName).toMatch(/^\p{L}[^\d]+$/u);
		}
	});
});
