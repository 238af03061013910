// Reads an order of any other shop, at the paths that the user gave: its number, address, and lines with SKU, quantity
// and price. Which orders are due the user says too; nothing in the order is interpreted.

import type { IDataObject } from 'n8n-workflow';

import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/brokenNumber';
import { refuse } from '../../../input/checks';
import { isObject, withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { orderInProblems, orderNumberIn } from '../orderLabel';
import { ANOTHER_SHOP, fieldsOf, linesIn, refuseOrder } from '../reading';
import type { ShopLine, ShopOrder } from '../shopOrder';
import { unwrapped } from '../unwrapped';
import { pathEnd, textIn, valueAt } from '../values';
import { addressOf, recipientPaths } from './address';
import { DEFAULT_LINE_PATHS, LINE_FIELD_LABELS, type LinePath } from './fields';
import { lineOf, withParents } from './line';
import type { AskedFor } from './lineProperties';
import { linesAt, requireOneOrder } from './orderLines';
import { at, pathsIn } from './paths';
import type { OtherSettings } from './settings';
import { whyNotDue } from './whichOrders';

/** Reports what the settings ask for in a line, and no line has. */
function reportAbsentInLines(
	lines: readonly IDataObject[],
	paths: OtherSettings['line'],
	number: string | undefined,
	found: Findings,
): void {
	const [first] = lines;
	if (!first) return;
	const isAbsent = (path: string): boolean =>
		lines.every((line) => valueAt(line, path) === undefined);
	if (paths.sku !== '' && isAbsent(paths.sku)) {
		found.problem(
			`${orderInProblems(number)}: SKU Field is ${quote(paths.sku)}, and no line has a field of that name. Enter the field with the SKU under 'Line Fields', or empty it. ${fieldsOf(first)}.`,
			'setting',
		);
	}
	// Unless the user entered another path, lines need not have such a field.
	for (const name of ['name', 'price', 'id', 'notDue', 'parent'] as const satisfies LinePath[]) {
		const absent = paths[name] === DEFAULT_LINE_PATHS[name] ? [] : pathsIn(first, paths[name]);
		if (absent.length === 0 || !absent.every(isAbsent)) continue;
		found.warn(
			`The lines have nothing at ${quote(paths[name])} in ${LINE_FIELD_LABELS[name]}: correct it, or remove it, unless the shop leaves out fields that are empty`,
			'setting',
		);
	}
}

/** Refuses a number of the order that has lost digits: another order may have the same. */
function requireSoundNumber(order: IDataObject, path: string): void {
	const number = at(order, path);
	if (!isBrokenNumber(number)) return;
	refuse(
		'Order Number Field',
		`holds ${quote(number)}, a number that has lost digits`,
		`${KEEP_AS_TEXT} Or empty Order Number Field, and enter an External ID of your own.`,
	);
}

const NOTHING_ASKED: AskedFor = { conditions: () => [] };

/**
 * Reads an order of any other shop, at the paths that the user gave.
 *
 * @param asked what the settings ask for in a line by its path
 * @throws UserError for data without a list of lines at its path, for lines of several orders, and for an order number
 * that has lost digits
 */
export function* readOtherOrder(
	value: unknown,
	settings: OtherSettings,
	asked = NOTHING_ASKED,
): Pieces<ShopOrder> {
	const { line: paths, priceUnit } = settings;
	const linesOf = (object: IDataObject): unknown[] | undefined =>
		linesAt(at(object, settings.lines), paths.sku);
	const order = unwrapped(value, (object) => linesOf(object) !== undefined);
	if (!isObject(order)) return refuseOrder(order, ANOTHER_SHOP);
	const given = linesOf(order);
	if (!given) {
		return refuse(
			'Lines Field',
			`is ${quote(settings.lines)}, but the shop order has no list there`,
			`Enter the path of the list of lines, or of an object with the SKU Field in it or under each ID. ${fieldsOf(order)}.`,
		);
	}
	requireSoundNumber(order, settings.orderNumber);
	const data = linesIn(given, orderNumberIn(value));
	requireOneOrder(data, settings.lines, [
		['Order Number Field', settings.orderNumber],
		...recipientPaths(settings),
	]);
	const found = new Findings();
	const number = textIn(at(order, settings.orderNumber));
	const whyNotSent = whyNotDue(order, settings.which, number, found);
	yield;
	const { recipient, addressAdvice } = addressOf(order, settings, found);
	yield;
	reportAbsentInLines(data, paths, number, found);
	const holders = [order, pathEnd(order, settings.lines)?.holder];
	const reading = { paths, prices: { unit: priceUnit, holders }, asked, number, found };
	const lines: ShopLine[] = [];
	for (const line of data) {
		yield;
		lines.push(lineOf(line, lines.length, reading));
	}
	yield;
	return withoutUndefined({
		...{ number, recipient, addressAdvice, whyNotSent, keepsNoSent: true },
		lines: withParents(lines, data, paths.parent),
		findings: found.list,
	});
}
