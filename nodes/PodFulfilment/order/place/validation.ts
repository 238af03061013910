// The validation of a placed order: reads the order at intervals while it is a draft, tells whether its validation
// failed, and lists the errors by field, also as the error that stops the run.

import { UserError, type IDataObject } from 'n8n-workflow';

import { findOrder, isDraft, type OrderReference } from '../../api/order';
import { validationErrorsOf } from '../../api/validationErrors';
import { objectsOf, ownValue } from '../../input/guards';
import { firstAndMore, serviceName, serviceText, withFullStop } from '../../input/wording';
import { ORDER_VALIDATION_CODES } from '../../spec/service';
import type { ApiClient } from '../../transport/client';
import { ServiceError } from '../../transport/errors/serviceError';
import type { ComposedOrder } from '../composedOrder';
import { ADDRESS_CODE, failureAdvice, failureReasons, itemName } from '../failedOrder';

/** Milliseconds between reads; the last one holds on. */
const READ_AFTER_MS = [1000, 2000, 3000, 5000] as const;

/**
 * Reads an order that was placed until its status is another one than draft, or the time is over. The spec shows no sign
 * that a validation succeeded (section 3).
 *
 * The pauses are no part of Max Waiting Time, which is about a service that is busy. The reads wait behind items that
 * have not begun, and count against the rate limiter like all requests.
 *
 * @param placed the order as it was answered; where reads lag behind, it is not found at first
 * @returns the order as it was read last
 * @throws ServiceError when it cannot be read at the end of the time, or not at all
 * @throws RunAborted when the run is aborted
 */
export async function awaitValidation(
	client: ApiClient,
	order: OrderReference,
	placed: IDataObject,
	milliseconds: number,
): Promise<IDataObject> {
	const until = Date.now() + milliseconds;
	let last = placed;
	for (let reads = 0; isDraft(last); reads += 1) {
		const left = until - Date.now();
		if (left <= 0) break;
		const delay = READ_AFTER_MS[Math.min(reads, READ_AFTER_MS.length - 1)] ?? left;
		await client.run.pause(Math.min(delay, left));
		const read = await findOrder(client, order, true);
		if (!(read instanceof ServiceError)) last = read ?? last;
		else if (read.outcome === 'refused' || Date.now() >= until) throw read;
	}
	return last;
}

type ValidationError = ReturnType<typeof validationErrorsOf>[number];

/**
 * Whether the validation failed. A draft with an error of the spec counts: the service may store what it found before it
 * changes the status (spec section 7), and such an order must not be confirmed in between.
 */
export const hasFailedValidation = (order: IDataObject): boolean =>
	order.status === 'failed' ||
	(order.status === 'draft' &&
		validationErrorsOf(order).some(({ code }) =>
			Object.hasOwn(ORDER_VALIDATION_CODES, String(code)),
		));

/** Indexes of an order's items by their IDs; the first of several with one ID. */
const itemIndexes = ({ orderItems }: IDataObject): ReadonlyMap<string, number> =>
	new Map(
		objectsOf(orderItems)
			.map(({ id }, index) => [String(id), index] as const)
			.reverse(),
	);

/** The property path that an error is about; undefined where the service does not say it. */
function pathOf(
	indexes: ReadonlyMap<string, number>,
	{ code, itemId, propertyPath }: ValidationError,
) {
	if (itemId === undefined) {
		return code === ADDRESS_CODE ? 'recipient' : propertyPath;
	}
	const index = indexes.get(itemId);
	return index === undefined
		? propertyPath
		: `orderItems[${index}].${propertyPath ?? 'placements'}`;
}

/** Maximum length of the words for one error: with 20 of them and the names of their fields, a description is full. */
const MAX_WORDS_LENGTH = 200;

/**
 * What the validation found, a line for each field; of many, the first.
 *
 * @param order as it is read, with its errors (spec section 7)
 */
export function validationLines(
	order: IDataObject,
	fieldLabel: (path: string) => string,
): string[] {
	const codes: Record<string, string> = ORDER_VALIDATION_CODES;
	const indexes = itemIndexes(order);
	return firstAndMore(validationErrorsOf(order), (error) => {
		const path = pathOf(indexes, error);
		const code = error.code === undefined ? '' : `(${serviceName(String(error.code))})`;
		const words =
			serviceText(error.message, MAX_WORDS_LENGTH) || ownValue(codes, String(error.code));
		// The code belongs to the sentence.
		const finding = [code === '' ? words : words?.replace(/\.$/, ''), code]
			.filter(Boolean)
			.join(' ');
		return path === undefined ? finding : `${serviceName(fieldLabel(path))}: ${finding}`;
	});
}

/**
 * Says that the service could not use an order that was placed, and why; with the validation's own words for each field.
 *
 * @param itemLabel see ComposedOrder
 * @param isByHand see {@link failureAdvice}
 */
export function failedValidation(
	order: IDataObject,
	externalId: string,
	fieldLabel: (path: string) => string,
	itemLabel?: ComposedOrder['itemLabel'],
	isByHand = false,
): UserError {
	const reasons = failureReasons(
		order,
		(item, index) => itemLabel?.(index) ?? itemName(item, index),
	);
	const why = reasons || 'its validation failed, and the service does not say why';
	return new UserError(`${externalId} is not produced: ${why}`, {
		description: [
			...validationLines(order, fieldLabel).map(withFullStop),
			`The ID of the order is ${String(order.id)}. ${failureAdvice(order, isByHand)}`,
		].join('\n'),
	});
}
