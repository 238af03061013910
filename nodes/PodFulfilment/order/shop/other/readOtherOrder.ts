// Reads an order of any other shop, at the paths that the user gave: whether it is due, its number, its address, and its
// lines. Which orders are due the user says too; nothing in the order is interpreted.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableShopStatus } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/number';
import { isObject, withoutUndefined } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { orderInProblems } from '../orderLabel';
import { ANOTHER_SHOP, fieldsOf, refuseOrder } from '../sources/detectShop';
import { linesIn } from '../reading';
import type { ShopLine, ShopOrder, WhyNotSent } from '../shopOrder';
import { namesInPath, pathEnd, textIn, unwrapped, valueAt } from '../values';
import { addressOf, recipientPaths } from './address';
import { currencyIn, lineOf, withParents } from './line';
import type { AskedFor } from './lineProperties';
import { pathsIn, warnOfAbsent, repairedAt } from './paths';
import { DEFAULT_LINE_PATHS, lineFieldLabel, type LinePath, type OtherSettings } from './settings';

/** Why an order is not due. One without a status is a problem: nothing says whether it is. */
function whyNotDue(
	order: IDataObject,
	which: OtherSettings['which'],
	number: string | undefined,
	found: Findings,
): WhyNotSent | undefined {
	if (which === 'all') return undefined;
	const { statusField, statuses } = which;
	const value = valueAt(order, statusField);
	const status = typeof value === 'boolean' ? String(value) : textIn(value);
	if (status === undefined) {
		const what = Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : 'no text';
		found.problem(
			`${orderInProblems(number)}: nothing says whether it is due. At Status Field, ${quote(statusField)}, it has ${what}: enter the path of its status, or give it one. ${fieldsOf(isObject(value) ? value : order)}.`,
			'unknownStatus',
		);
		return undefined;
	}
	if (statuses.includes(comparableShopStatus(status))) return undefined;
	return {
		because: `is not due: its ${statusField} is ${quote(status)}, which Order Statuses does not list`,
		advice: `If orders with this status are to be produced, add ${quote(status)} to Order Statuses.`,
		cause: 'otherStatus',
	};
}

/**
 * The lines of an order, from what is at their path: a list, an object with a line under each ID, or one line alone, as
 * converters of XML give it.
 *
 * @param skuPath path of the SKU within a line
 * @returns undefined for anything else
 */
function linesAt(value: unknown, skuPath: string): unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isObject(value)) return undefined;
	const hasSku = (line: unknown): boolean => valueAt(line, skuPath) !== undefined;
	if (hasSku(value)) return [value];
	const entries = Object.values(value);
	return entries.every(isObject) && entries.some(hasSku) ? entries : undefined;
}

/**
 * Refuses several lines of which one says the number or the address of the order, as rows of a spreadsheet do: the others may
 * be of other orders.
 *
 * @param paths those by which the order and its recipient are known, with the labels of their fields
 * @throws UserError
 */
function refuseSeveralOrders(
	{ length }: readonly IDataObject[],
	linesPath: string,
	paths: ReadonlyArray<readonly [label: string, path: string]>,
): void {
	const start = namesInPath(linesPath);
	const isWithin = (names: readonly string[]): boolean =>
		names.length > start.length && start.every((name, index) => name === names[index]);
	const [label, path] = paths.find(([, one]) => isWithin(namesInPath(one))) ?? [];
	if (length < 2 || label === undefined) return;
	refuse(
		label,
		`is ${quote(path)}, which is in one line, but there are ${length}: they may be of several orders`,
		"For rows, use another node with Order From set to 'Rows of a Sheet or Form', which joins those of each order. Otherwise enter a path outside the lines.",
	);
}

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
		const isReported = absent.length > 0 && absent.every(isAbsent);
		const entered = isReported ? [paths[name]] : [];
		warnOfAbsent('The lines have', entered, lineFieldLabel(name), 'setting', found);
	}
}

/** Refuses a number of the order that has lost digits: another order may have the same. */
function requireSoundNumber(order: IDataObject, path: string): void {
	const number = repairedAt(order, path);
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
		linesAt(repairedAt(object, settings.lines), paths.sku);
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
	const number = textIn(repairedAt(order, settings.orderNumber));
	const data = linesIn(given, number);
	refuseSeveralOrders(data, settings.lines, [
		['Order Number Field', settings.orderNumber],
		...recipientPaths(settings),
	]);
	const found = new Findings();
	const whyNotSent = whyNotDue(order, settings.which, number, found);
	yield;
	const { recipient, addressAdvice } = yield* addressOf(order, settings, found);
	yield;
	reportAbsentInLines(data, paths, number, found);
	const orderCurrency = currencyIn([order, pathEnd(order, settings.lines)?.holder]);
	const reading = { line: paths, priceUnit, orderCurrency, asked, number, found };
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
