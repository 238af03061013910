// Explains how a shop's order differs from the order that was placed for it before, and what to do so that nothing is
// printed twice: another address, other quantities, added lines. Conceals the values of an order that may be another
// customer's.

import type { IDataObject } from 'n8n-workflow';

import type { Difference } from '../../api/difference';
import { objectsOf } from '../../input/objects';
import { placeOf } from './orderLabel';
import type { Shop } from './shopOrder';
import { sourceOf } from './sources/index';
import { textIn, wholeNumberIn } from './values';

const UPDATE_ADDRESS =
	'While the order may still be changed, Order → Update writes the new address; its items stay as they are.';

/** Whether no two shops of a kind have an order of the same number. */
const hasUniqueNumbers = (shop: Shop): boolean => sourceOf(shop)?.isNumberUnique === true;

export function addressChange(shop: Shop): string {
	if (hasUniqueNumbers(shop)) return `The address was changed in the shop. ${UPDATE_ADDRESS}`;
	const place = placeOf(shop);
	const other =
		shop === 'other'
			? 'another order with the same number: then enter an External ID of your own'
			: `the order of another ${place} that has the same ${shop === 'rows' ? 'number' : 'ID'}: then give each ${place} its own name with the option "Shop Name" (shopName)`;
	return `It may be ${other}, and change nothing here. Or the order was changed in the ${place}, with its address: look at the existing order first. ${UPDATE_ADDRESS}`;
}

const isOfAddress = (differences: readonly Difference[]): boolean =>
	differences.some(({ path }) => /^recipient\b/.test(path));

/**
 * Whether the existing order may be that of another customer: numbers of WooCommerce and of other shops are not unique, and
 * it has another recipient. Those of Shopify are unique.
 */
const mayBeAnotherOrder = (shop: Shop, differences: readonly Difference[]): boolean =>
	!hasUniqueNumbers(shop) && isOfAddress(differences);

/** Conceals the values of an existing order that may be that of another customer. */
export function concealed(shop: Shop, differences: readonly Difference[]): Difference[] {
	const isConcealed = mayBeAnotherOrder(shop, differences);
	return differences.map((difference) => ({ ...difference, ...(isConcealed && { isConcealed }) }));
}

const pieces = (count: number): string => `${count} ${count === 1 ? 'piece' : 'pieces'}`;

/** What the user can do about a line of which other pieces are wanted now, so that none is printed twice. */
function lineChange(label: string, inShop: number, here: number, shop: Shop): string {
	const place = placeOf(shop);
	const counts = `${pieces(inShop)} in the ${place}, ${here} here`;
	if (here === 0) {
		return `${label} was added in the ${place} after the order was placed: ${counts}. ${shop === 'rows' ? 'Give this row an order number of its own.' : 'Order this line alone under an External ID of its own, with another node whose Order From is set to Fields.'}`;
	}
	if (inShop > here) {
		return `${label} was changed in the ${place}: ${counts}. Order only what is missing: Order → Reprint of this line under an External ID of its own, where its quantity fits, or Order Item → Update while the order may still be changed.`;
	}
	return inShop === 0
		? `${label} is not wanted in the ${place} any more: ${counts}. If nothing else of the order is wanted, cancel it with Order → Cancel; otherwise ask the service to leave out the line.`
		: `${label} was changed in the ${place}: ${counts}. Order Item → Update lowers the quantity while the order may still be changed.`;
}

/** Labels and quantities of items by the ID of their line, which is the External Item ID. */
const linesById = (
	{ orderItems }: IDataObject,
	labelAt: (index: number) => string | undefined,
): Map<string, { label: string; quantity: number }> =>
	new Map(
		objectsOf(orderItems).flatMap(({ externalId, quantity }, index) => {
			const id = textIn(externalId);
			if (id === undefined) return [];
			const label = labelAt(index) ?? `Line ${id}`;
			return [[id, { label, quantity: wholeNumberIn(quantity) ?? 0 }] as const];
		}),
	);

/**
 * Says what changed, and what to do about it: one sentence or more for each change.
 *
 * @param sent Order as it would be sent now
 * @param labels what messages call the lines that would be sent, in their order
 */
export function changesInShop(
	shop: Shop,
	sent: IDataObject,
	existing: IDataObject,
	differences: readonly Difference[],
	labels: readonly string[],
): string[] {
	// What can be done about lines depends on whose order it is.
	if (mayBeAnotherOrder(shop, differences)) return [addressChange(shop)];
	const now = linesById(sent, (index) => labels[index]);
	// Not by its name, which may be another customer's: whoever knows the External ID may read this.
	const before = linesById(existing, (index) => `Item ${index + 1} of the existing order`);
	// Lines cannot be told apart without their IDs.
	const hasIds = before.size === objectsOf(existing.orderItems).length;
	const ids = new Set(hasIds ? [...now.keys(), ...before.keys()] : []);
	const changes = [...ids].flatMap((id) => {
		const [line, item] = [now.get(id), before.get(id)];
		const [inShop, here] = [line?.quantity ?? 0, item?.quantity ?? 0];
		const label = line?.label ?? item?.label ?? '';
		return inShop === here ? [] : [lineChange(label, inShop, here, shop)];
	});
	return [...(isOfAddress(differences) ? [addressChange(shop)] : []), ...changes];
}
