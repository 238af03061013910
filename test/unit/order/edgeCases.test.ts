import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../nodes/PodFulfilment/api/difference.ts';
import { externalIdOf } from '../../../nodes/PodFulfilment/input/checks.ts';
import { validationErrorsOf } from '../../../nodes/PodFulfilment/api/validationErrors.ts';
import { pathSegment, productPath } from '../../../nodes/PodFulfilment/api/paths.ts';
import { httpError } from '../../../nodes/PodFulfilment/transport/errors/httpErrors.ts';
import { responseOf, caller, requestOf } from '../transport/caller.ts';
import { expectPlainWords, refusedWith } from '../transport/wording.ts';
import { itemsFromJson } from './compose/jsonReaders.ts';

const differingPaths = (sent: unknown, existing: unknown): string[] =>
	differencesOf(sent, existing).map(({ path }) => path);

const descriptionWithRetryAfter = (value: string) =>
	httpError(caller, requestOf('GET'), responseOf(429, undefined, { 'retry-after': value }))
		.description;

describe('Edge cases of inputs and errors', () => {
	it('an unpaired surrogate in an ID is refused with the name of the field', () => {
		expect(() => pathSegment('A\ud800', 'Order')).toThrow(UserError);
		expectPlainWords(refusedWith(() => pathSegment('A\ud800', 'Order')));
	});

	const url = 'https://files.example.com/front.png';
	const itemsWithPlacement = (placement: object) => [
		{ variantId: 'v1', quantity: 1, placements: [{ layers: [{ url }], ...placement }] },
	];

	it.each([
		['type', itemsWithPlacement({ type: { name: 'front' } })],
		['technique', itemsWithPlacement({ technique: ['direct_print'] })],
		['placementOptions', itemsWithPlacement({ placementOptions: 'unlimited_color' })],
		['placementOptions[0]', itemsWithPlacement({ placementOptions: ['unlimited_color'] })],
		['placementOptions[0].name', itemsWithPlacement({ placementOptions: [{ value: true }] })],
		[
			'placementOptions[0].value',
			itemsWithPlacement({ placementOptions: [{ name: 'a', value: 'yes' }] }),
		],
		['layers[0].position', itemsWithPlacement({ layers: [{ url, position: 'left' }] })],
		[
			'layers[0].position.top',
			itemsWithPlacement({ layers: [{ url, position: { top: 'high' } }] }),
		],
	])('an invalid value in a placement is refused with its path: %s', (path, items) => {
		expect(refusedWith(() => itemsFromJson(items)).message).toContain(
			`Items (JSON) at [0].placements[0].${path} `,
		);
	});

	it('fields that only the existing order has count as differences', () => {
		const sent = { recipient: { name: 'Nathan Doe' }, orderItems: [{ quantity: 1 }] };
		const existing = {
			recipient: { name: 'Nathan Doe', address2: 'Apartment 4' },
			orderItems: [{ quantity: 1, options: [{ id: 'dial_color', value: 'black' }] }],
		};
		expect(differingPaths(sent, existing)).toEqual(['recipient.address2', 'orderItems[0].options']);
	});

	it('an empty list equals a missing one', () => {
		expect(differingPaths({ options: [] }, {})).toEqual([]);
	});

	it('lists with duplicate IDs equal themselves', () => {
		const options = [
			{ id: 'a', value: '1' },
			{ id: 'a', value: '2' },
		];
		expect(differingPaths({ options }, { options })).toEqual([]);
	});

	it('a value differs from a list that contains it', () => {
		expect(differingPaths({ name: 'x' }, { name: ['x'] })).toEqual(['name']);
	});

	it('the name of an object method is not a validation code', () => {
		expect(validationErrorsOf({ notes: [{ code: 'toString' }, { code: 'constructor' }] })).toEqual(
			[],
		);
	});

	it('a Retry-After of 1 reads "1 second", and an invalid one is ignored', () => {
		expect(descriptionWithRetryAfter('1')).toContain('1 second.');
		expect(descriptionWithRetryAfter('soon 5')).not.toContain('soon');
		expect(descriptionWithRetryAfter('-1')).not.toContain('-1');
	});

	it('a 404 for a product does not mention external IDs, which products do not have', () => {
		const request = { method: 'GET' as const, ...productPath('p1') };
		expect(httpError(caller, request, responseOf(404)).description).not.toContain('xternal ID');
	});

	it('a 403 mentions the permissions of the key (section 7)', () => {
		expect(httpError(caller, requestOf('GET'), responseOf(403)).description).toMatch(
			/permission|allow/i,
		);
	});

	it('a line break in an external ID is called a line break, not a space', () => {
		expect(refusedWith(() => externalIdOf('A-1001\n', 'External ID')).message).toMatch(
			/line break/,
		);
	});
});
