import type { IDataObject, UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Difference } from '../../../../nodes/PodFulfilment/api/difference.ts';
import { DoNotRetryError } from '../../../../nodes/PodFulfilment/execution/itemError.ts';
import {
	contentRefusal,
	existsAlready,
	productionWarnings,
} from '../../../../nodes/PodFulfilment/order/place/existingOrder.ts';
import {
	otherProducts,
	unshownParts,
} from '../../../../nodes/PodFulfilment/order/place/shownOrder.ts';
import { expectPlainWords, wordingOf } from '../../transport/wording.ts';

const labelOf = (path: string): string => `Field of ${path}`;

const differenceAt = (path: string, sent: unknown = 'a', existing: unknown = 'b'): Difference => ({
	path,
	sent,
	existing,
});

/** The error of an existing order that differs. @param isFailedByHand whether it failed, and this one was entered by hand */
function otherContent(
	differences: Difference[],
	existedBefore = true,
	explained: string[] = [],
	isFailedByHand = false,
): UserError {
	const composed = { labelOf, isEnteredByHand: () => isFailedByHand };
	const compared = { differences, explained };
	const refusal = contentRefusal('A-1', { status: 'failed' }, composed, compared, existedBefore);
	if (!refusal) throw new Error('No difference');
	return refusal;
}

/** Message and lines of the error for these differences. */
function refusalOf(differences: Difference[], existedBefore = true) {
	const error = otherContent(differences, existedBefore);
	return { message: error.message, lines: String(error.description).split('\n') };
}

describe('A warning for an order that exists', () => {
	it('a warning says that an order that is cancelled is not produced', () => {
		expect(productionWarnings({ status: 'canceled' }, 'A-1')).toEqual([
			'A-1 is cancelled: it is not produced. To order again, use another External ID.',
		]);
	});

	it.each([
		'draft',
		'pending',
		'inprocess',
		'onhold',
		'partial',
		'fulfilled',
		'shipped',
		// Its output says so itself.
		'failed',
		'new',
		undefined,
	])('no warning is given for an order whose status is %s', (status) => {
		expect(productionWarnings({ status }, 'A-1')).toEqual([]);
	});
});

describe('An External ID that is taken', () => {
	it('the error says that nothing was created, and how to go on', () => {
		const wording = wordingOf(existsAlready('A-1'));
		expect(wording.message).toBe('Order "A-1" exists already');
		expect(wording.description).toMatch(
			/^Nothing was created\. .*another External ID.*"If Order Exists"/,
		);
		expectPlainWords(wording);
	});
});

describe('An existing order with other content', () => {
	it('a field is named once, however many of its values differ', () => {
		const differences = [differenceAt('orderItems[0].type'), differenceAt('orderItems[0].url')];
		const composed = { labelOf: () => 'File' };
		const { message, description } = contentRefusal('A-1', {}, composed, { differences }) ?? {};
		expect(message).toBe('Order "A-1" exists already with other content: File');
		expect(String(description).match(/File differs/g)).toHaveLength(1);
	});

	it.each([
		['inprocess', 'is in process'],
		['partial', 'is partly produced'],
		['fulfilled', 'is fulfilled'],
		['shipped', 'is shipped'],
		['canceled', 'is cancelled'],
	])('of an order that is %s, no operation is advised that is refused then', (status, words) => {
		const composed = { labelOf, isEnteredByHand: () => true };
		const differences = [differenceAt('recipient.city')];
		for (const explained of [[], ['Line 1 was changed in the shop.']]) {
			const refusal = contentRefusal('A-1', { status }, composed, { differences, explained });
			const description = String(refusal?.description);
			expect(description).not.toMatch(/Update|Confirm/);
			if (explained.length === 0) expect(description).toContain(`It ${words}, so no operation`);
		}
	});

	it('the error names all fields in its message, and values only where they are about no person', () => {
		const { message, lines } = refusalOf([
			differenceAt('shipping', 'EXPRESS', 'STANDARD'),
			{ path: 'recipient.phone', sent: undefined, existing: null },
		]);
		expect(message).toBe(
			'Order "A-1" exists already with other content: Field of shipping, Field of recipient.phone',
		);
		expect(lines).toEqual([
			expect.stringMatching(/^Nothing was created or changed\. /),
			'Field of shipping: sent "EXPRESS", existing "STANDARD". Order → Update changes it.',
			'Field of recipient.phone differs. Order → Update changes it.',
		]);
	});

	it.each([
		'recipient.name',
		'orderItems[0].name',
		'orderItems[0].variantId',
		'orderItems[0].options[0].id',
		'orderItems[0].options[0].value',
		'orderItems[0].placements[0].layers[0].url',
		'orderItems[0].quantity',
		'shipping',
		'actions[0].source',
	])('the error does not quote a text that the existing order has as its %s', (path) => {
		const { message, lines } = refusalOf([differenceAt(path, 'sent', 'theirs')]);
		expect(lines[1]).toMatch(/ differs\. /);
		expect(`${message} ${lines.join(' ')}`).not.toContain('theirs');
	});

	it('of a difference that is concealed the error names the field alone', () => {
		const { message, lines } = refusalOf([
			{ ...differenceAt('recipient.name', 'Ann', 'Bob'), isConcealed: true },
		]);
		expect(message).toContain('Field of recipient.name');
		expect(lines[1]).toBe('Field of recipient.name differs.');
		expect(`${message} ${lines.join(' ')}`).not.toMatch(/Ann|Bob|Update changes/);
	});

	it('a list is told by its length, because it may be long', () => {
		const { lines } = refusalOf([differenceAt('orderItems', [{}, {}, {}], [{}])]);
		expect(lines[1]).toContain('sent a list of 3, existing a list of 1.');
	});

	it.each([
		['recipient', 'Order → Update changes it.'],
		['recipient.name', 'Order → Update changes it.'],
		['shipping', 'Order → Update changes it.'],
		['orderItems[0].quantity', 'Order Item → Update changes it.'],
		['orderItems[10].placements[0].layers[0].url', 'Order Item → Update changes it.'],
		// Items can be neither added nor removed.
		['orderItems', 'No operation changes it.'],
		['externalId', 'No operation changes it.'],
		['actions', 'No operation changes it.'],
		['note.shipping', 'No operation changes it.'],
		['note.orderItems[0]', 'No operation changes it.'],
		['shippingNote', 'No operation changes it.'],
	])('the error says which operation changes %s: %s', (path, advice) => {
		expect(refusalOf([differenceAt(path)]).lines[1]).toSatisfy((line: string) =>
			line.endsWith(`. ${advice}`),
		);
	});

	it('the values of twenty differences are told, two labels in the message, and how many more there are', () => {
		const paths = Array.from({ length: 22 }, (_, index) => `orderItems[${index}].quantity`);
		const { message, lines } = refusalOf(paths.map((path) => differenceAt(path, 1, 2)));
		expect(lines).toHaveLength(22);
		expect(lines[20]).toContain('Field of orderItems[19].quantity: sent 1, existing 2.');
		expect(lines[21]).toBe('and 2 more');
		expect(message).toBe(
			'Order "A-1" exists already with other content: Field of orderItems[0].quantity, Field of orderItems[1].quantity, and 20 more',
		);
	});

	it.each([
		[['orderItems[0].name'], 'Order Item → Update'],
		[['shipping'], 'Order → Update'],
		[['shipping', 'orderItems[0].name'], 'Order Item → Update and Order → Update'],
	])('of %j the error leads with %s, and not with a second order', (paths, ways) => {
		const { lines } = refusalOf(paths.map((path) => differenceAt(path)));
		expect(lines[0]).toBe(
			`Nothing was created or changed. To change the order that exists, use ${ways}. Use another POD Fulfilment node for that, behind the same node as this one, and leave this one as it is. After the change, run Order → Confirm in the same way. Do not retry this execution. Under another External ID it would be a second order, which is produced as well.`,
		);
	});

	it.each([
		[['orderItems[0].name'], / Or, to change the order that exists, use Order Item → Update\. /],
		[['actions'], /run this node again\.$/],
	])(
		'of %j in a failed order that was entered by hand, a new External ID comes first',
		(paths, then) => {
			const differences = paths.map((path) => differenceAt(path));
			const { description } = otherContent(differences, true, [], true);
			const [first] = String(description).split('\n');
			expect(first).toMatch(
				/^Nothing was created or changed\. The existing order failed, so it is not produced: enter another External ID, and run this node again\./,
			);
			expect(first).toMatch(then);
			// A failed order is not produced.
			expect(first).not.toContain('second order');
		},
	);

	it('the error names no operation where none changes what differs', () => {
		expect(refusalOf([differenceAt('actions')]).lines[0]).toBe(
			'Nothing was created or changed. Under another External ID it would be a second order, which is produced as well.',
		);
	});

	it('after what is explained the error says not to retry, unless the order may be that of another customer', () => {
		const explain = (isConcealed: boolean): string[] =>
			String(
				otherContent([{ ...differenceAt('recipient.name'), isConcealed }], true, [
					'The address was changed in the shop.',
				]).description,
			).split('\n');
		expect(explain(false).slice(0, 3)).toEqual([
			'Nothing was created or changed.',
			'The address was changed in the shop.',
			'Use another POD Fulfilment node for that, behind the same node as this one, and leave this one as it is. After the change, run Order → Confirm in the same way. Do not retry this execution.',
		]);
		expect(explain(true).join(' ')).not.toContain('Confirm');
	});

	it.each(
		['shipping', 'orderItems[0].quantity', 'actions'].flatMap((path) =>
			[true, false].flatMap((existedBefore) =>
				[true, false].flatMap((isConcealed) =>
					[[], ['It was changed in the shop.']].map(
						(explained) => [path, existedBefore, isConcealed, explained] as const,
					),
				),
			),
		),
	)(
		'the error is one not to retry exactly where it says so: %s, existed %s, concealed %s, %j',
		(path, existedBefore, isConcealed, explained) => {
			const differences = [{ ...differenceAt(path), isConcealed }];
			const error = otherContent(differences, existedBefore, explained);
			const saysSo = String(error.description).includes('Do not retry this execution.');
			expect(error instanceof DoNotRetryError).toBe(saysSo);
		},
	);

	it('the error does not say that nothing was created when the order may be the one that was sent', () => {
		expect(refusalOf([differenceAt('shipping')], false).lines[0]).toBe(
			'It may be the order that was sent before.',
		);
	});
});

describe('Parts of an order that it does not show', () => {
	const layers = [{ url: 'https://files.example.com/front.png' }];
	const orderOf = (...placements: IDataObject[]): IDataObject => ({ orderItems: [{ placements }] });

	it.each<[string, IDataObject, string[]]>([
		['every print file', orderOf({ layers }, { layers }), []],
		['no print file', orderOf({ type: 'front' }, { type: 'back' }), ['print files']],
		['one print file of two', orderOf({ layers }, { type: 'back' }), ['print files']],
		['no placements', { orderItems: [{}] }, ['print files']],
		[
			'one item of two',
			{ orderItems: [{ placements: [{ layers }] }, { placements: [{}] }] },
			['print files'],
		],
	])('are told of an order that shows %s', (_, order, expected) => {
		expect(unshownParts(orderOf({ layers }, { layers }), order)).toEqual(expected);
	});
});

describe('Products of an order that are others than those that were sent', () => {
	const sent = {
		orderItems: [
			{ variantId: 'V1', quantity: 1, name: 'Shirt' },
			{ variantId: 'V2', quantity: 2, name: 'Mug' },
		],
	};
	const [shirt, mug] = sent.orderItems;

	it.each<[string, unknown]>([
		['in another order', [mug, shirt]],
		['with other texts', [{ ...shirt, name: 'T-Shirt' }, mug]],
		['with an IRI as the variant', [{ ...shirt, variantId: '/api/catalog-variants/v1' }, mug]],
		['with quantities as texts', [{ ...shirt, quantity: '1' }, mug]],
		['without quantities', sent.orderItems.map(({ variantId }) => ({ variantId }))],
		['without variants', sent.orderItems.map(({ quantity }) => ({ quantity }))],
		['as an empty list', []],
		['not at all', undefined],
	])('the products are the same when the service shows them %s', (_, orderItems) => {
		expect(otherProducts(sent, { orderItems } as IDataObject)).toEqual([]);
	});

	it.each<[string, IDataObject[], string]>([
		['another quantity', [{ ...shirt, quantity: 3 }, { ...mug }], 'orderItems[0].quantity'],
		['another variant', [{ ...shirt }, { ...mug, variantId: 'V3' }], 'orderItems[1].variantId'],
		['fewer items', [{ ...shirt }], 'orderItems'],
		['more items', [{ ...shirt }, { ...mug }, { ...mug }], 'orderItems'],
	])('the products are others with %s', (_, orderItems, path) => {
		expect(otherProducts(sent, { orderItems }).map((difference) => difference.path)).toEqual([
			path,
		]);
	});

	it('nothing is said of the products of a reprint, which need not send its items', () => {
		expect(otherProducts({ shipping: 'STANDARD' }, sent)).toEqual([]);
	});
});
