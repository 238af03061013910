// Why an order or its validation failed, in the user's words, what to do about it, and the warning that says both. Also
// what messages call an order (its external ID, else its ID) and an item: 'item 1 (Harbour Tee)'.

import type { IDataObject } from 'n8n-workflow';

import { validationErrorsOf } from '../api/validationErrors';
import { objectsOf, ownValue, trimmed } from '../input/guards';
import { firstReasons, oneLine, serviceText } from '../input/wording';
import { ORDER_VALIDATION_CODES } from '../spec/service';
import { warningOf, type Remark } from './findings';

type ValidationError = ReturnType<typeof validationErrorsOf>[number];

/** The codes of spec section 7. */
const PRINT_FILE_CODE = 1001;
export const ADDRESS_CODE = 2001;

/** Maximum length of what the service calls things in a message. */
const MAX_NAME_LENGTH = 60;
const MAX_WORDS_LENGTH = 150;

const nameIn = (value: unknown): string => oneLine(serviceText(value, MAX_NAME_LENGTH));

/** How a person knows an order: by its external ID, else by the service's ID. */
export const orderName = ({ externalId, id }: IDataObject): string =>
	nameIn(trimmed(externalId) || String(id));

/** Names an item by its number and product, e.g. `item 1 (Harbour Tee)`. */
export function itemName(item: IDataObject | undefined, index: number): string {
	const name = nameIn(item?.name);
	return `item ${index + 1}${name === '' ? '' : ` (${name})`}`;
}

/** What the service says of an error, without a full stop. */
const wordsOf = ({ message }: ValidationError): string =>
	oneLine(serviceText(message, MAX_WORDS_LENGTH)).replace(/\.$/, '');

/** The reason of all errors of the address in words: the parts that are wrong are corrected together. */
function addressReason(errors: readonly ValidationError[]): string {
	const words = [...new Set(errors.map(wordsOf).filter(Boolean))];
	return `the address is not valid${words.length === 0 ? '' : ` (${firstReasons(words)})`}`;
}

/** The reason of one error in words, without a full stop. */
function reasonOf(error: ValidationError, item: string | undefined): string {
	const { code, propertyPath } = error;
	if (code === PRINT_FILE_CODE) return `the print file of ${item ?? 'an item'} cannot be read`;
	const words = wordsOf(error);
	const known = words || ownValue<string>(ORDER_VALIDATION_CODES, String(code));
	const where = item ?? (propertyPath === undefined ? undefined : nameIn(propertyPath));
	return [where, known ?? `code ${nameIn(String(code))}`].filter(Boolean).join(': ');
}

/**
 * Why the validation of an order failed, in words; at most two reasons, and how many more there are. Empty where the
 * service does not say it.
 *
 * @param nameOfItem what messages call an item at an index
 */
export function failureReasons(
	order: IDataObject,
	nameOfItem: (item: IDataObject | undefined, index: number) => string = itemName,
): string {
	const items = objectsOf(order.orderItems);
	const indexes = new Map(items.map(({ id }, index) => [String(id), index] as const));
	const errors = validationErrorsOf(order);
	const ofAddress = addressReason(errors.filter(({ code }) => code === ADDRESS_CODE));
	const reasons = errors.map((error) => {
		if (error.code === ADDRESS_CODE) return ofAddress;
		const index = error.itemId === undefined ? undefined : indexes.get(error.itemId);
		return reasonOf(error, index === undefined ? undefined : nameOfItem(items[index], index));
	});
	return firstReasons([...new Set(reasons)]);
}

/** The spec does not say whether an update brings a failed order back (section 3). */
const LAST_RESORT = 'If it stays failed, order again under another External ID.';

/**
 * What to do about a failed order, the better way first.
 *
 * @param isByHand whether it was entered in the node that the advice is shown at
 */
export function failureAdvice(order: IDataObject, isByHand = false): string {
	const codes = new Set(validationErrorsOf(order).map(({ code }) => code));
	const isAlone = (code: number): boolean => codes.size === 1 && codes.has(code);
	const way = isAlone(PRINT_FILE_CODE)
		? 'Order Item → Update → Print File'
		: isAlone(ADDRESS_CODE)
			? 'Order → Update → Recipient'
			: 'Order → Update or Order Item → Update';
	return isByHand
		? `It is not produced: correct the fields of this node, enter another External ID, and run it again. Or correct that order with another node, ${way}, then Confirm.`
		: `Correct it with ${way}, then Confirm. ${LAST_RESORT}`;
}

/** The warning of an order that it failed, why, and what to do. None for other orders. */
export function failureWarnings(order: IDataObject, isByHand = false): Remark[] {
	if (order.status !== 'failed') return [];
	const reasons = failureReasons(order);
	const what = reasons === '' ? 'failed, and the service does not say why' : `failed: ${reasons}`;
	return [warningOf('failed', `${orderName(order)} ${what}. ${failureAdvice(order, isByHand)}`)];
}
