/** Postal codes of more digits than any of their country, in every way into an order. */
import { describe, expect, it } from 'vitest';

import {
	needsPostalCode,
	postalCodeLength,
} from '../../../../nodes/PodFulfilment/input/country.ts';
import { repairedRecipient } from '../../../../nodes/PodFulfilment/order/compose/repairs.ts';
import { Findings, toReviewIn } from '../../../../nodes/PodFulfilment/order/findings.ts';
import {
	recipientFromParts,
	recipientOfOrder,
} from '../../../../nodes/PodFulfilment/order/shop/shopAddress.ts';
import { COUNTRIES } from '../../../../nodes/PodFulfilment/spec/countries.ts';

interface Address {
	countryCode: string;
	zip: string | number;
}

const ADDRESS = { name: 'Mara Odell', address1: '12 Harbour Street', city: 'Boston' };

/** The ways into an order, each of which adds to what was found. */
const WAYS: Record<string, (address: Address, found: Findings) => unknown> = {
	'fields and JSON': (address, found) => repairedRecipient({ ...ADDRESS, ...address }, found),
	'rows and other shops': (address, found) => recipientFromParts({ ...ADDRESS, ...address }, found),
	'the table of a shop': ({ countryCode, zip }, found) =>
		recipientOfOrder({ ...ADDRESS, country: countryCode, zip }, {}, found),
};

const reviewsOf = (way: string, address: Address): string[] => {
	const found = new Findings();
	WAYS[way]?.(address, found);
	return toReviewIn(found.list);
};

const EXTENDED = ['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'UM', 'US', 'VI'];

describe.each(Object.keys(WAYS))('A postal code in %s', (way) => {
	it('of digits alone is reviewed where it has more than any of its country, in all countries', () => {
		for (const country of COUNTRIES) {
			const length = needsPostalCode(country) ? postalCodeLength(country) : undefined;
			if (length === undefined) continue;
			for (let digits = length; digits < length + 6; digits += 1) {
				const zip = '1234567890123456'.slice(0, digits);
				const isExtended = digits === 9 && EXTENDED.includes(country.code);
				const reviewed =
					digits === length || isExtended
						? []
						: [
								`The postal code "${zip}" has ${digits} digits, but those in ${country.name} have ${length}: correct it with Order → Update`,
							];
				expect(reviewsOf(way, { countryCode: country.code, zip })).toEqual(reviewed);
			}
		}
	});

	it.each([
		['US', '02138-1001'],
		['US', '021381001'],
		['FR', '75001 CEDEX'],
		['GB', '12345678'],
		['CL', '12345678901'],
	])('with signs, or where none has as many as the others, is as it is: %s, %s', (code, zip) => {
		expect(reviewsOf(way, { countryCode: code, zip })).toEqual([]);
	});

	it('that is a number is reviewed as well', () => {
		expect(reviewsOf(way, { countryCode: 'US', zip: 1234567 })).toHaveLength(1);
	});
});
