import { describe, expect, it } from 'vitest';
import {
	itemFieldLabel,
	orderFieldLabel,
} from '../../../../nodes/PodFulfilment/order/compose/fieldLabel.ts';

const asFields = { recipient: 'fields', items: 'fields' } as const;
const asJson = { recipient: 'json', items: 'json' } as const;

describe('The label for a path in a violation (section 7)', () => {
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
		['orderItems[1].sku', 'Items → Item 2 → Variant'],
		['orderItems[1].externalId', 'Items → Item 2 → External Item ID'],
		['orderItems[0].placements', 'Items → Item 1 → Placements'],
		['orderItems[0].placements[1]', 'Items → Item 1 → Placements → Placement 2'],
		['orderItems[0].placements[1].type', 'Items → Item 1 → Placements → Placement 2 → Placement'],
		[
			'orderItems[0].placements[1].layers[0].url',
			'Items → Item 1 → Placements → Placement 2 → Print File',
		],
		['orderItems[0].name', 'Items → Item 1 → Name'],
		[
			'orderItems[0].placements[11].technique',
			'Items → Item 1 → Placements → Placement 12 → Technique',
		],
		[
			'orderItems[0].placements[0].layers',
			'Items → Item 1 → Placements → Placement 1 → Print File',
		],
		[
			'orderItems[0].placements[0].layers[0]',
			'Items → Item 1 → Placements → Placement 1 → Print File',
		],
		[
			'orderItems[0].placements[0].placementOptions',
			'Items → Item 1 → Placements → Placement 1 → Placement Options',
		],
		[
			'orderItems[0].placements[0].placementOptions[1]',
			'Items → Item 1 → Placements → Placement 1 → Placement Options → Placement Option 2',
		],
		[
			'orderItems[0].placements[0].placementOptions[10].name',
			'Items → Item 1 → Placements → Placement 1 → Placement Options → Placement Option 11 → Name',
		],
		[
			'orderItems[0].placements[0].placementOptions[0].value',
			'Items → Item 1 → Placements → Placement 1 → Placement Options → Placement Option 1 → Switched On',
		],
		['orderItems[0].options', 'Items → Item 1 → Product Options'],
		['orderItems[0].options[0]', 'Items → Item 1 → Product Options → Option 1'],
		['orderItems[0].options[11].id', 'Items → Item 1 → Product Options → Option 12 → Option'],
		['orderItems[0].options[2].value', 'Items → Item 1 → Product Options → Option 3 → Value'],
	])('the label for the path %s is %s', (path, label) => {
		expect(orderFieldLabel(path, asFields)).toBe(label);
	});

	it.each([
		['placements', 0, 'Print File'],
		['placements', 1, 'Placements'],
		['placements[0]', 0, 'Print File'],
		['placements[0].type', 0, 'Print File'],
		['placements[0].layers[0].url', 0, 'Print File'],
		['placements[0].technique', 0, 'Print File → Technique'],
		['placements[0].layers[0].url', 1, 'Placements → Placement 1 → Print File'],
		['placements[1].layers[0].url', 1, 'Print File'],
		['quantity', 0, 'Quantity'],
	])('the label for the path %s of an item with %i placement rows is %s', (path, count, label) => {
		const placement = Array.from({ length: count }, () => ({ url: 'https://files.example.com/1' }));
		const items = [{ quantity: 1 }, { placements: { placement } }];
		expect(orderFieldLabel(`orderItems[1].${path}`, asFields, items)).toBe(
			`Items → Item 2 → ${label}`,
		);
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
	])('the label for the path %s is %s if it was entered as JSON', (path, label) => {
		expect(orderFieldLabel(path, asJson)).toBe(label);
	});

	it.each([
		['variantId', 'sku'],
		['quantity', 'quantity'],
		['placements', 'files'],
		['placements[0]', 'files.front'],
		['placements[0].type', 'files.front'],
		['placements[1].layers', 'files.sleeve_left'],
		['placements[1].layers[0].url', 'files.sleeve_left'],
		['placements[0].technique', 'files.front → Technique'],
		['placements[0].placementOptions', 'files.front → Placement Options'],
		['placements[0].layers[0].position.top', 'files.front → Print File Position → Top'],
		['placements[7].layers[0].url', 'files'],
		['options[1].value', 'options.hand_color'],
		['options[7].value', 'options[7].value'],
		['options', 'options'],
	])('the label for %s of an item in the short form of JSON is %s', (path, place) => {
		const item = {
			sku: 'TEE-M',
			files: { front: 'https://files.example.com/a', sleeve_left: 'https://files.example.com/b' },
			options: { dial_color: 'black', hand_color: 'white' },
		};
		expect(orderFieldLabel(`orderItems[1].${path}`, asJson, [{}, item])).toBe(
			`Items (JSON) at [1].${place}`,
		);
	});

	it('the label for a print file is its name in the short form of JSON, also behind the tenth', () => {
		const sides = Array.from({ length: 12 }, (_, index) => `side_${index + 1}`);
		const files = Object.fromEntries(sides.map((side) => [side, 'https://files.example.com/a']));
		const options = Object.fromEntries(sides.map((side) => [side, 'gold']));
		for (const [index, side] of sides.entries()) {
			const labelOf = (path: string) => orderFieldLabel(`orderItems[0].${path}`, asJson, [item]);
			const item = { sku: 'BOX', files, options };
			expect(labelOf(`placements[${index}].layers[0].url`)).toBe(
				`Items (JSON) at [0].files.${side}`,
			);
			expect(labelOf(`options[${index}].value`)).toBe(`Items (JSON) at [0].options.${side}`);
		}
	});

	it.each(['replacements[0].type', 'placementsCount', 'suboptions[0].id', 'optionsText[0]'])(
		'the path %s, which only contains that of a placement or an option, is no part of the short form',
		(path) => {
			const item = { sku: 'TEE-M', files: { front: 'https://…' }, options: { size: 'M' } };
			expect(orderFieldLabel(`orderItems[0].${path}`, asJson, [item])).toBe(
				`Items (JSON) at [0].${path}`,
			);
		},
	);

	it.each([
		['placements[0].layers[0].url', 'placements[0].layers[0].url'],
		['placements[1].layers[0].url', 'files'],
		['placements', 'placements'],
		['variantId', 'variantId'],
		['options[0].value', 'options[0].value'],
	])('the label for %s of an item that is only partly in the short form is %s', (path, place) => {
		const item = { variantId: 'v', sku: 'S', placements: [{}], files: 'https://…', options: [{}] };
		expect(orderFieldLabel(`orderItems[0].${path}`, asJson, [item])).toBe(
			`Items (JSON) at [0].${place}`,
		);
	});

	it('the label depends on how the recipient and the items each were entered', () => {
		const inputModes = { recipient: 'json', items: 'fields' } as const;
		expect(orderFieldLabel('recipient.city', inputModes)).toBe('Recipient (JSON) at city');
		expect(orderFieldLabel('orderItems[0].quantity', inputModes)).toBe('Items → Item 1 → Quantity');
	});

	it.each([
		['recipient', 'Shop Order → Address'],
		['recipient.city', 'Shop Order → Address → City'],
		['orderItems', 'Items'],
		['orderItems[0]', 'Line 1 (Mug)'],
		['orderItems[0].quantity', 'Line 1 (Mug) → Quantity'],
		[
			'orderItems[0].placements[1].layers[0].url',
			'Line 1 (Mug) → Placements → Placement 2 → Print File',
		],
		['orderItems[1].quantity', 'Items → Item 2 → Quantity'],
		['externalId', 'External ID'],
	])('%s of an order from elsewhere begins with what messages call its parts', (path, label) => {
		const labels = {
			...asFields,
			recipientLabel: 'Shop Order → Address',
			itemLabel: (index: number) => ['Line 1 (Mug)'][index],
		};
		expect(orderFieldLabel(path, labels)).toBe(label);
	});

	it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
		'the label is the path if it is a key that every object has: %s',
		(path) => {
			expect(orderFieldLabel(path, asFields)).toBe(path);
			expect(orderFieldLabel(`recipient.${path}`, asFields)).toBe(`Recipient → ${path}`);
			expect(itemFieldLabel(path)).toBe(path);
			expect(itemFieldLabel(`placements[0].${path}`)).toBe(`Placements → Placement 1 → ${path}`);
			expect(itemFieldLabel(`options[0].${path}`)).toBe(`Product Options → Option 1 → ${path}`);
		},
	);

	it.each([
		'notAField',
		'orderItems[x]',
		'somewhere.else[3]',
		'',
		// Names that begin or end with those of fields.
		'orderItemsTotal',
		'firstorderItems[0].quantity',
		'orderItems.quantity',
		'recipientName',
		'shiprecipient.city',
		'recipient.address.city',
		'recipient[0]',
	])('the label is the path if the node has no field for it: %j', (path) => {
		expect(orderFieldLabel(path, asFields)).toBe(path);
	});

	it.each([
		['notAField', 'notAField'],
		['replacements[0].type', 'replacements[0].type'],
		['displacementOptions[0]', 'displacementOptions[0]'],
		['nooptions[0].id', 'nooptions[0].id'],
		['options[0].note', 'Product Options → Option 1 → note'],
		['placements[0].note', 'Placements → Placement 1 → note'],
		['placements[0].layers[0].position', 'Placements → Placement 1 → Print File Position'],
		[
			'placements[0].layers[0].position.top',
			'Placements → Placement 1 → Print File Position → Top',
		],
		['placements[0].layers[1].url', 'Placements → Placement 1 → layers[1].url'],
		['placements[0].sublayers[0].url', 'Placements → Placement 1 → sublayers[0].url'],
		['placements[0].displacementOptions[0]', 'Placements → Placement 1 → displacementOptions[0]'],
		[
			'placements[0].placementOptions[0].value.a',
			'Placements → Placement 1 → Placement Options → Placement Option 1 → value.a',
		],
		['quantity', 'Quantity'],
		['placements[0].technique', 'Placements → Placement 1 → Technique'],
		['options[0].id', 'Product Options → Option 1 → Option'],
	])('the label for the path %s within an item is %s', (path, label) => {
		expect(itemFieldLabel(path)).toBe(label);
	});
});
