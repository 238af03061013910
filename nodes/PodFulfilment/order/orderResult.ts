// Maps an order to the output of an operation, notes what is said of it with its item, for the hints, and adds its parcels:
// the option 'Add Parcels'.

import { type IDataObject, sleep } from 'n8n-workflow';

import { knownVariant } from '../api/catalog/variantLookup';
import { inReadingOrder, simplifyOrder } from '../api/simplify';
import { withValidationErrors } from '../api/validationErrors';
import type { OperationCall } from '../execution/operation';
import { outputMapper } from '../execution/outputMapper';
import { failureWarnings, orderName } from './failedOrder';
import { warningsIn, type Finding, warning } from './findings';
import { readParcels } from '../api/orderWithShipments';
import { EXTERNAL_ID_PREFIX } from '../spec/service';
import { optionIn, switchField } from '../input/field';
import { withFullStop } from '../input/wording';
import type { ApiClient } from '../transport/client';
import { ServiceError } from '../transport/errors/serviceError';

/** Warnings of an order that hints count: each is searched for secrets. */
const MAX_NOTED = 1_000;

/** Notes findings with the item, for the hints, and returns the texts of its `warnings`. */
export function noted(call: Pick<OperationCall, 'note'>, findings: readonly Finding[]): string[] {
	const remarks = findings.filter((finding) => finding.level !== 'problem');
	const plain = remarks.filter(({ kind }) => kind === undefined);
	const uncounted = new Set(plain.slice(MAX_NOTED));
	for (const remark of remarks) if (!uncounted.has(remark)) call.note(remark);
	return warningsIn(findings);
}

/**
 * Returns the function that maps an order to the output of an operation: simplified or not, with `validationErrors`
 * (spec section 7) and `warnings` if there are any. A failed order has a warning that says why: n8n shows no hints of
 * production executions.
 */
export function orderResult(
	call: OperationCall,
): (order: IDataObject, findings?: readonly Finding[], isByHand?: boolean) => IDataObject {
	const simplify = (order: IDataObject): IDataObject =>
		simplifyOrder(order, (variantId) => {
			const variant = knownVariant(call.client, variantId);
			return variant && { name: variant.itemName, sku: variant.sku };
		});
	const toOutput = outputMapper(call, simplify, withValidationErrors);
	return (order, own = [], isByHand = false) => {
		const output = toOutput(order);
		const warnings = noted(call, [...failureWarnings(order, isByHand), ...own]);
		return warnings.length > 0 ? inReadingOrder({ ...output, warnings }) : output;
	};
}

/** Likewise of an order that was changed: where it could not be read, the change must not look as if it failed. */
export function changedResult(
	call: OperationCall,
): (changed: { order: IDataObject; findings: Finding[]; isRead: boolean }) => IDataObject {
	const toResult = orderResult(call);
	return ({ order, findings, isRead }) =>
		isRead ? toResult(order, findings) : { ...order, warnings: noted(call, findings) };
}

export const addParcelsField = switchField({
	displayName: 'Add Parcels',
	name: 'addParcels',
	default: false,
	description:
		"Whether to add the parcels of an order as 'parcels': how many there are and how many left, whether all left (false while an item has no parcel yet), and their tracking numbers as a text. Costs one more request for each order that is no draft.",
});

export const addsParcels = (options: IDataObject): boolean => optionIn(options, addParcelsField);

/** Orders whose parcels are asked for before others are; how many requests run at once, 'Concurrency' says. */
const ORDERS_AT_ONCE = 100;

/**
 * Adds `parcels` to the outputs of orders.
 *
 * @param orders as the service returned them, in the order of the outputs
 * @throws ServiceError when the parcels of one cannot be read
 */
export async function withParcels(
	client: ApiClient,
	outputs: readonly IDataObject[],
	orders: readonly IDataObject[],
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let first = 0; first < outputs.length; first += ORDERS_AT_ONCE) {
		if (first > 0) await sleep(0);
		const some = outputs.slice(first, first + ORDERS_AT_ONCE).map(async (output, index) => ({
			...output,
			parcels: await readParcels(client, orders[first + index] ?? {}),
		}));
		for (const item of await Promise.all(some)) items.push(item);
	}
	return items;
}

/** As {@link withParcels}, for one order that was just placed: it must not look as if it was not. */
export async function withParcelsOfPlaced(
	call: Pick<OperationCall, 'client' | 'note'>,
	output: IDataObject,
	order: IDataObject,
): Promise<IDataObject> {
	// A placed order that could not be read need not have an ID.
	const id = order.id ?? `${EXTERNAL_ID_PREFIX}${String(order.externalId)}`;
	const parcels = await readParcels(call.client, { ...order, id }).catch((error: unknown) => {
		if (error instanceof ServiceError) return error;
		throw error;
	});
	if (!(parcels instanceof ServiceError)) return { ...output, parcels };
	const warnings = Array.isArray(output.warnings) ? (output.warnings as string[]) : [];
	const unread = `The parcels of ${orderName(order)} could not be read, so 'parcels' is empty. ${withFullStop(parcels.message)} The next run reads them.`;
	const all = [...warnings, ...noted(call, [warning(unread)])];
	return inReadingOrder({ ...output, warnings: all, parcels: null });
}
