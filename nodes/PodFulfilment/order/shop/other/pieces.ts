// Whether fields of another shop's line (counts, dates, statuses) say that pieces of it are gone: sent, cancelled or
// paid back, as Magento, Medusa, Etsy and eBay write it. Then somebody has to look at the quantity.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { quote } from '../../../input/wording';
import { textIn } from '../values';

const COUNTS = wordSet(
	`qtycanceled qtycancelled qtyrefunded qtyshipped qtyreturned shippedquantity fulfilledquantity refundedquantity
	canceledquantity cancelledquantity returnedquantity quantityshipped quantityfulfilled quantityrefunded
	quantitycanceled quantitycancelled quantityreturned returnrequestedquantity shippedtimestamp shippedat fulfilledat
	canceledat cancelledat refundedat`,
);

const STATUSES = wordSet('lineitemfulfillmentstatus fulfillmentstatus itemstatus lineitemstatus');

const GONE = wordSet('fulfilled shipped delivered canceled cancelled refunded returned');

const isGone = ([name, value]: [string, unknown]): boolean => {
	const key = comparableName(name);
	const written = textIn(value) ?? '';
	return (
		(COUNTS.has(key) && /[1-9]/.test(written)) ||
		(STATUSES.has(key) && GONE.has(comparableName(written)))
	);
};

/** Why somebody has to look at the quantity of a line; undefined if all its pieces are to be sent. */
export function doubtOf(line: IDataObject): string | undefined {
	const fields = [line, line.detail].filter(isObject).flatMap(Object.entries);
	const [name, value] = fields.find(isGone) ?? [];
	return name === undefined
		? undefined
		: `its field ${quote(name)} is ${quote(value)}: check how many pieces are still to be sent`;
}
