import { describe, expect, it } from 'vitest';
import {
	itemFieldLabel,
	orderFieldLabel,
} from '../../../nodes/PodFulfilment/compose/fieldLabel.ts';

const byFields = { recipient: 'fields', items: 'fields' } as const;
const byJson = { recipient: 'json', items: 'json' } as const;

describe('What the service calls by a path (section 7, violations)', () => {
	it.each([
		['externalId', 'External ID'],
		['shipping', 'Shipping'],
		['recipient', 'Recipient'],
		['recipient.city', 'Recipient → City'],
		['recipient.zip', 'Recipient → ZIP or Postal Code'],
		['recipient.countryCode', 'Recipient → Country'],
		['orderItems', 'Items'],
		['orderItems[0]', 'Items → Item 1'],
		['orderItems[0].quantity', 'Items → Item 1 → Quantity'],
		['orderItems[11].retailPrice', 'Items → Item 12 → Retail Price'],
		['orderItems[1].variantId', 'Items → Item 2 → Variant'],
		['orderItems[1].externalId', 'Items → Item 2 → External Item ID'],
		['orderItems[0].placements', 'Items → Item 1 → Placements'],
		['orderItems[0].placements[1]', 'Items → Item 1 → Placements → Placement 2'],
		['orderItems[0].placements[1].type', 'Items → Item 1 → Placements → Placement 2 → Type'],
		[
			'orderItems[0].placements[1].layers[0].url',
			'Items → Item 1 → Placements → Placement 2 → Print File URL',
		],
		['orderItems[0].options', 'Items → Item 1 → Options'],
		['orderItems[0].options[2].value', 'Items → Item 1 → Options → Option 3 → Value'],
	])('%s is shown as %s', (path, name) => {
		expect(orderFieldLabel(path, byFields)).toBe(name);
	});

	it.each([
		['externalId', 'External ID'],
		['recipient', 'Recipient (JSON)'],
		['recipient.city', 'Recipient (JSON) at city'],
		['orderItems', 'Items (JSON)'],
		['orderItems[1]', 'Items (JSON) at [1]'],
		['orderItems[1].quantity', 'Items (JSON) at [1].quantity'],
		[
			'orderItems[0].placements[1].layers[0].url',
			'Items (JSON) at [0].placements[1].layers[0].url',
		],
	])('%s is shown as %s when it was entered as JSON', (path, name) => {
		expect(orderFieldLabel(path, byJson)).toBe(name);
	});

	it('is told apart for the recipient and the items', () => {
		const entered = { recipient: 'json', items: 'fields' } as const;
		expect(orderFieldLabel('recipient.city', entered)).toBe('Recipient (JSON) at city');
		expect(orderFieldLabel('orderItems[0].quantity', entered)).toBe('Items → Item 1 → Quantity');
	});

	it('is shown as the original order for the source of a reprint', () => {
		expect(orderFieldLabel('actions[0].source', byFields)).toBe('Original Order');
	});

	it.each(['giftMessage', 'orderItems[x]', 'somewhere.else[3]', ''])(
		'is shown as it came where the node has no field for it: %j',
		(path) => {
			expect(orderFieldLabel(path, byFields)).toBe(path);
		},
	);

	it.each([
		['quantity', 'Quantity'],
		['placements[0].technique', 'Placements → Placement 1 → Technique'],
		['options[0].id', 'Options → Option 1 → Option ID'],
	])('%s of an item alone is shown as %s', (path, name) => {
		expect(itemFieldLabel(path)).toBe(name);
	});
});
