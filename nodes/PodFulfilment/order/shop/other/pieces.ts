// Whether fields of another shop's line say that pieces of it are gone: counts of those sent, cancelled or paid back, as
// Magento, Medusa, PrestaShop and Wix write them, or its own state. Then somebody has to look at the quantity.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { quote } from '../../../input/wording';
import { textIn } from '../values';
import { lineSaysNotDue } from './notDue';

const GONE =
	'(?:cancell?ed|refund(?:ed)?|return(?:ed|requested)?|shipped|dispatched|delivered|fulfill?ed|sent)';

/** Counts, such as `qty_shipped`, `refundQuantity` and `product_quantity_return`; not `unfulfilled_quantity`. */
const COUNTS = new RegExp(
	`^(?:product|item|line)?(?:(?:quantity|qty)${GONE}|${GONE}(?:quantity|qty))$`,
);

const isGone = ([written, value]: [string, unknown]): boolean => {
	const name = comparableName(written);
	return lineSaysNotDue(name, value) || (COUNTS.test(name) && /[1-9]/.test(textIn(value) ?? ''));
};

/** Why somebody has to look at the quantity of a line; undefined if all its pieces are to be sent. */
export function doubtOf(line: IDataObject): string | undefined {
	const fields = [line, line.detail].filter(isObject).flatMap(Object.entries);
	const [name, value] = fields.find(isGone) ?? [];
	return name === undefined
		? undefined
		: `its field ${quote(name)} is ${quote(value)}: check how many pieces are still to be sent`;
}
