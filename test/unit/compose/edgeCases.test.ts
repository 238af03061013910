import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { differingPaths } from '../../../nodes/PodFulfilment/resources/order/difference.ts';
import { externalIdOf } from '../../../nodes/PodFulfilment/input/checks.ts';
import { itemsFromJson } from '../../../nodes/PodFulfilment/compose/itemsFromJson.ts';
import { validationErrorsOf } from '../../../nodes/PodFulfilment/api/simplifyOrder.ts';
import { pathSegment } from '../../../nodes/PodFulfilment/api/paths.ts';
import { httpError } from '../../../nodes/PodFulfilment/transport/httpErrors.ts';
import { responseOf, caller, requestOf } from '../transport/caller.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';

const waitAfter = (value: string) =>
	httpError(caller, requestOf('GET'), responseOf(429, undefined, { 'retry-after': value }))
		.description;

describe('Edge cases of inputs and refusals', () => {
	it('half a character in an id is refused by the name of the field', () => {
		expect(() => pathSegment('A\ud800', 'Order')).toThrow(UserError);
		expectPlainWords(refusedWith(() => pathSegment('A\ud800', 'Order')));
	});

	const url = 'https://files.example.com/front.png';
	const placedWith = (placement: object) => [
		{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url }], ...placement }] },
	];

	it.each([
		['type', placedWith({ type: { name: 'front' } })],
		['technique', placedWith({ technique: ['direct_print'] })],
		['placementOptions', placedWith({ placementOptions: 'unlimited_color' })],
		['placementOptions[0]', placedWith({ placementOptions: ['unlimited_color'] })],
		['placementOptions[0].name', placedWith({ placementOptions: [{ value: true }] })],
		['placementOptions[0].value', placedWith({ placementOptions: [{ name: 'a', value: 'yes' }] })],
		['layers[0].position', placedWith({ layers: [{ url, position: 'left' }] })],
		['layers[0].position.top', placedWith({ layers: [{ url, position: { top: 'high' } }] })],
	])('a placement of the wrong shape is refused with its path: %s', (path, items) => {
		expect(refusedWith(() => itemsFromJson(items)).message).toContain(
			`Items (JSON) at [0].placements[0].${path} `,
		);
	});

	it('what the order that stands has beyond what is sent is other content', () => {
		const sent = { recipient: { name: 'Nathan Doe' }, orderItems: [{ quantity: 1 }] };
		const standing = {
			recipient: { name: 'Nathan Doe', address2: 'Apartment 4' },
			orderItems: [{ quantity: 1, options: [{ id: 'dial_color', value: 'black' }] }],
		};
		expect(differingPaths(sent, standing)).toEqual(['recipient.address2', 'orderItems[0].options']);
	});

	it('an empty list is the same as none', () => {
		expect(differingPaths({ options: [] }, {})).toEqual([]);
	});

	it('lists with the same name twice are the same as themselves', () => {
		const options = [
			{ id: 'a', value: '1' },
			{ id: 'a', value: '2' },
		];
		expect(differingPaths({ options }, { options })).toEqual([]);
	});

	it('a value is not the same as a list of it', () => {
		expect(differingPaths({ name: 'x' }, { name: ['x'] })).toEqual(['name']);
	});

	it('a code that is a word of JavaScript is no validation code', () => {
		expect(validationErrorsOf({ notes: [{ code: 'toString' }, { code: 'constructor' }] })).toEqual(
			[],
		);
	});

	it('one second is one second, and words are no date', () => {
		expect(waitAfter('1')).toContain('1 second.');
		expect(waitAfter('soon 5')).not.toContain('soon');
		expect(waitAfter('-1')).not.toContain('-1');
	});

	it('a 404 of the catalog does not speak of external IDs, which products do not have', () => {
		const request = {
			method: 'GET' as const,
			path: '/api/catalog-products/p1',
			about: 'product "p1"',
		};
		expect(httpError(caller, request, responseOf(404)).description).not.toContain('xternal ID');
	});

	it('a 403 may also mean that the key lacks the permission (section 7)', () => {
		expect(httpError(caller, requestOf('GET'), responseOf(403)).description).toMatch(
			/permission|allow/i,
		);
	});

	it('a line break is not called a space', () => {
		expect(refusedWith(() => externalIdOf('A-1001\n')).message).toMatch(/line break/);
	});
});
