import { describe, expect, it } from 'vitest';

import { problemsIn, warningsIn, problemTexts } from '../../nodes/PodFulfilment/order/findings.ts';
import { changeIdOf } from '../../nodes/PodFulfilment/trigger/changeId.ts';
import { INHERITED_KEYS } from '../../nodes/PodFulfilment/input/objects.ts';
import { PLAYS_ALL } from '../support/repetitions.ts';
import { composedBy, WAYS, type CustomerOrder } from '../support/shopOrders/everyWay.ts';

// A table that is an object has the names of every object, too: `table['constructor']` is a function.

/** Names of every object, and spellings that become them: of names, SKUs and statuses, which are compared. */
const NAMES = [
	...INHERITED_KEYS,
	...['Constructor', 'CONSTRUCTOR', 'Con structor', 'ｃonstructor', '__Proto__', ' constructor '],
	...['has-own-property', 'To String', 'Value_Of', 'wc-constructor', 'attribute_pa_constructor'],
];

/** A name that means nothing. */
const NEUTRAL = 'zqxzqx';

const PLACES: Readonly<Record<string, (name: string) => CustomerOrder>> = {
	'the name of a property': (name) => ({ properties: [[name, 'Ferrari']] }),
	'the name and value of a property': (name) => ({ properties: [[name, name]] }),
	'a value of a property': (name) => ({ properties: [['Size', name]] }),
	'a value of an option': (name) => ({ properties: [['color', name]] }),
	'the placement of a file': (name) => ({ properties: [[`Print file ${name}`, 'a']] }),
	'the name of an attribute': (name) => ({ attributes: [[name, 'Ferrari']] }),
	'a value of an attribute': (name) => ({ attributes: [['colour', name]] }),
	'a SKU': (sku) => ({ sku }),
	'the title of a line': (title) => ({ title }),
	'the title of a variant': (variantTitle) => ({ variantTitle }),
	'a print file': (file) => ({ file }),
	'the address of a file': (name) => ({ file: `https://drive.google.com/${name}/d/abcdef/view` }),
	'a shipping method': (shippingTitle) => ({ shippingTitle }),
	'a status': (status) => ({ status }),
	'a note': (note) => ({ note }),
	...Object.fromEntries(
		['name', 'company', 'address1', 'city', 'zip', 'stateCode', 'countryCode', 'phone'].map(
			(part) => [`the address: ${part}`, (name: string) => ({ address: { [part]: name } })],
		),
	),
};

/** What is decided about an order: whether it is sent, what of it, and how much is said about it. */
async function decisionOn(way: string, order: CustomerOrder) {
	const { body, findings, notDue, existing, skipped } = await composedBy(way, order);
	const { orderItems = [] } = body as { orderItems?: Array<{ placements?: unknown[] }> };
	return {
		items: orderItems.map(({ placements = [] }) => placements.length),
		levels: findings.map(({ level }) => level),
		isBroken: /undefined|native code|\[object/.test(
			[...warningsIn(findings), ...problemTexts(problemsIn(findings)), notDue ?? ''].join('\n'),
		),
		outcome: [notDue !== undefined, existing !== undefined, skipped !== undefined],
	};
}

const CASES = Object.keys(WAYS).flatMap((way, row) =>
	Object.keys(PLACES).map((place, column) => [way, place, row + column] as const),
);

/** One in four of the names, of both kinds: at each place every name, each in some of the ways into an order. */
const namesOf = (diagonal: number): string[] =>
	NAMES.filter((_, index) => PLAYS_ALL || (index + diagonal) % 4 === 0);

describe('A name that every object has', () => {
	it.each(CASES)('decides nothing in an order of %s: %s', async (way, place, diagonal) => {
		const orderWith = PLACES[place]!;
		const neutral = await decisionOn(way, orderWith(NEUTRAL));
		const without = await decisionOn(way, {});
		for (const name of namesOf(diagonal)) {
			const decision = await decisionOn(way, orderWith(name));
			const isField = WAYS[way]!.areFields === true && /^the name/.test(place);
			// Whoever writes an order as JSON hears of a name that is no field.
			if (way === 'JSON' && isField && INHERITED_KEYS.has(name)) {
				expect([name, decision.levels]).toEqual([name, ['problem']]);
				continue;
			}
			// A field of such a name is left out.
			expect([name, decision]).toEqual([
				name,
				isField && INHERITED_KEYS.has(name) ? without : neutral,
			]);
		}
	});

	it.each(NAMES)('is the status of a delivery, as any other: %s', (name) => {
		expect(changeIdOf(name, 'order', { id: '1', status: 'pending' })).toBe('order/1/pending');
		expect(changeIdOf('order.updated', 'order', { id: '1', status: name })).toBe(
			`order/1/${name.trim()}`,
		);
	});
});
