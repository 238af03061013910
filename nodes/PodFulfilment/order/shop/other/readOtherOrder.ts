// Reads an order of any other shop, at the paths that the user gave: its number, address, and lines with SKU, quantity
// and price; leaves out discounts and what is not shipped. Numbers that have lost digits are refused or left out.

import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { comparableName, wordSet } from '../../../input/equalText';
import { isObject, withoutUndefined } from '../../../input/guards';
import type { Pieces } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/brokenNumber';
import { withKeptParts } from '../keptAside';
import { recipientFrom, warnOfMissingState } from '../shopAddress';
import { lineLabel, nameIn } from '../shopLine';
import { lineDataInProblems, orderInProblems, orderNumberIn } from '../orderLabel';
import {
	ANOTHER_SHOP,
	linesIn,
	NOT_SHIPPED,
	propertiesOfLine,
	refuseOrder,
	type Excluded,
} from '../reading';
import { AT_PICKUP_POINT, holdsPickupPoint } from '../pickup';
import type { LineProperty, ShopLine, ShopOrder } from '../shopOrder';
import { unwrapped } from '../unwrapped';
import { numberOfPrice, priceIn } from '../money';
import {
	isUnset,
	longTextIn,
	readableText,
	saysNone,
	textIn,
	valueAt,
	wholeNumberIn,
} from '../values';
import { isAbsent, reportAbsent } from './absentPaths';
import {
	addressAdvice,
	fixedCountry,
	recipientPaths,
	reviewAbsent,
	type AddressPaths,
} from './addressPaths';
import { partsBeside } from './addressParts';
import { joinedName, lastNameBeside } from './lastName';
import { linesAt, requireOneOrder } from './linesAt';
import { propertiesOf, type AskedFor } from './lineProperties';
import { reviewNotDue } from './notDue';
import { ownFields, type OwnField } from './ownFields';
import { withoutRepeatedParents } from './parentLines';
import { DEFAULT_ORDER_NUMBER_PATH, LINE_FIELD_LABELS } from './paths';
import { reviewPickedUp } from './pickupFields';
import { doubtOf } from './pieces';
import { postalCodeIn } from '../../compose/postalCode';

/** Paths of the fields of an order, such as `customer.address.city`. The field at an empty path is missing. */
interface FieldPaths {
	orderNumber: string;
	lines: string;
	/** Within a line. */
	line: Readonly<Record<'sku' | 'quantity' | 'id' | 'name' | 'price', string>>;
	/** Within the order. */
	address: AddressPaths;
}

/** Before a number that is to stay text, spreadsheets write an apostrophe. That of 's-Hertogenbosch belongs to the name. */
const APOSTROPHE = /^'(?=[^\p{L}'][^']*$)/u;

function at(object: unknown, path: string): unknown {
	const value = path.trim() === '' ? undefined : valueAt(object, path);
	return typeof value === 'string' ? value.trim().replace(APOSTROPHE, '') : value;
}

/** The price of a line, in any form that people and spreadsheets give it. */
function priceAt(line: IDataObject, path: string): Pick<ShopLine, 'price' | 'unreadPrice'> {
	const value = at(line, path);
	const written = typeof value === 'number' ? String(value) : (readableText(value) ?? '');
	const price = priceIn(value, undefined) ?? numberOfPrice(written);
	if (price !== undefined) return { price };
	return saysNone(written) ? {} : { unreadPrice: written };
}

const DISCOUNT_LINE = 'it is a discount';

/** What shops call a line that takes something off the price. */
const DISCOUNT = /^(promotion|discount|coupon|credit|rebate)$/;

/** Whether a price is below 0, in whatever format: '-2,49 €'. */
const isNegative = (price: unknown): boolean =>
	/^[^\d−–-]{0,4}[−–-]\D{0,4}\d/.test(longTextIn(price) ?? '');

/** Whether a line takes something off the price. */
const isDiscount = ({ type }: IDataObject, price: unknown): boolean =>
	isNegative(price) || DISCOUNT.test((textIn(type) ?? '').toLowerCase());

/** In place of the path of the quantity, where a shop has a line for each piece. */
const ONE_PIECE = '1';

const HOW_TO_GIVE_QUANTITY =
	'. Enter the name of its field as Quantity Field, or 1 if each line is one piece';

/** Reports what the settings ask for in a line, and no line has. */
function reportAbsentInLines(
	lines: readonly IDataObject[],
	paths: FieldPaths['line'],
	number: string | undefined,
	found: Findings,
): void {
	// Unless the user entered another path, lines need not have such a field.
	const entered = (['name', 'price', 'id'] as const).filter((name) => paths[name] !== name);
	const labelled = entered.map((name) => [LINE_FIELD_LABELS[name], paths[name]] as const);
	reportAbsent(lines, labelled, found, 'The lines have');
	const [first] = lines;
	if (!first || !lines.every((line) => isAbsent(line, paths.sku))) return;
	found.problem(
		`${orderInProblems(number)}: SKU Field is ${quote(paths.sku)}, and no line has a field of that name. Enter the field with the SKU under 'Line Fields'. The fields of the first line are ${quote(Object.keys(first).join(', '))}.`,
	);
}

const NEEDS_SHIPPING = wordSet('requiresshipping needsshipping shippable isshippable');

const isNotShipped = (line: IDataObject): boolean =>
	Object.entries(line).some(
		([name, value]) => NEEDS_SHIPPING.has(comparableName(name)) && isUnset(value),
	);

/** Marks the fields of a line that are read as what Line Fields says: they are no choices of a customer. */
function markedAsRead(
	properties: readonly LineProperty[],
	paths: FieldPaths['line'],
): LineProperty[] {
	const read = new Set(Object.values(paths).map(comparableName));
	return properties.map((property) =>
		property.isField === true && property.names.some((name) => read.has(comparableName(name)))
			? { ...property, isRead: true }
			: property,
	);
}

function lineOf(
	line: IDataObject,
	index: number,
	paths: FieldPaths['line'],
	asked: AskedFor,
): ShopLine {
	const sku = textIn(at(line, paths.sku));
	const skus = sku === undefined ? [] : [sku];
	const name = nameIn(at(line, paths.name));
	const id = textIn(at(line, paths.id));
	const label = lineLabel(index, name, skus);
	const given = at(line, paths.quantity) ?? (paths.quantity === ONE_PIECE ? 1 : undefined);
	const quantity = wholeNumberIn(given);
	const emptied = quantity === 0 ? 'its quantity is 0' : undefined;
	const price = at(line, paths.price);
	const takesOff = isDiscount(line, price);
	const discount = takesOff && skus.length === 0 ? { leftOutBecause: DISCOUNT_LINE } : undefined;
	const excluded: Excluded | undefined = discount ?? (isNotShipped(line) ? NOT_SHIPPED : undefined);
	const leftOutBecause = excluded?.leftOutBecause ?? emptied;
	const quantityProblem =
		quantity === undefined || quantity < 0
			? `the quantity at ${quote(paths.quantity)} is ${given === undefined ? 'missing' : quote(given)}, but must ${quantity === undefined ? 'be a whole number' : 'not be below 0'}${given === undefined ? HOW_TO_GIVE_QUANTITY : ''}`
			: undefined;
	return withoutUndefined({
		label,
		id,
		skus,
		name,
		quantity: leftOutBecause === undefined ? (quantity ?? 0) : 0,
		quantityProblem,
		...priceAt(line, paths.price),
		...propertiesOfLine(markedAsRead(propertiesOf(line, skus, asked), paths)),
		doubt: doubtOf(line),
		leftOutBecause,
		noProductBecause: takesOff ? DISCOUNT_LINE : undefined,
		isUnshipped: excluded?.isUnshipped,
		isEmptied: (excluded === undefined && emptied !== undefined) || undefined,
	});
}

/** Codes of which none begins with an apostrophe. */
const CODES = ['zip', 'phone', 'taxNumber', 'countryCode', 'stateCode'];

function addressPart(order: IDataObject, name: string, path: string): unknown {
	const part = at(order, path);
	return typeof part === 'string' && CODES.includes(name) ? part.replace(/^'/, '') : part;
}

/** How the next orders get a part that is kept beside the street: a path leads to one field. */
const HOW_TO_JOIN =
	'. For the next orders, join both in a field with an Edit Fields node before this one, and enter its name in Address Line 1 Field';

const HOW_TO_GIVE_STATE =
	". Where the order has it, add State Code Field under 'Address Fields' with its path";

/**
 * Reads the address. Of numbers that a spreadsheet broke, a postal code is completed, and others are left out: a parcel
 * arrives without them.
 */
function recipientAt(order: IDataObject, paths: FieldPaths, found: Findings): IDataObject {
	const { countryCode, stateCode, lastName, ...address } = Object.fromEntries(
		Object.entries(paths.address).map(([name, path]) => [name, addressPart(order, name, path)]),
	);
	const sound = Object.fromEntries(
		Object.entries(address).filter(([, value]) => !isBrokenNumber(value)),
	);
	const { name: namePath = '' } = paths.address;
	const beside = lastName === undefined ? lastNameBeside(order, namePath) : undefined;
	const name = joinedName(sound.name, lastName ?? beside);
	if (beside !== undefined && name !== sound.name) {
		found.warn(
			`Name Field ${quote(namePath)} holds a first name alone, so the last name beside it is added: enter it as Last Name Field`,
		);
	}
	const recipient = recipientFrom({
		...sound,
		name,
		// A second line is no street where Address Line 1 Field leads nowhere.
		...(isAbsent(order, paths.address.address1) && { address2: undefined }),
		country: countryCode ?? fixedCountry(order, paths.address.countryCode),
		state: stateCode,
	});
	reviewAbsent(order, paths.address, recipient, found);
	warnOfMissingState(recipient, found, HOW_TO_GIVE_STATE);
	if (readableText(sound.address1) === undefined && recipient.address1 !== undefined) {
		found.review(
			'Address Line 1 is empty, so Address Line 2 is sent as the street: check that it is the whole street with its number',
		);
	}
	if (isBrokenNumber(address.phone)) {
		found.warn('The phone number has lost digits, and is not sent');
	}
	if (isBrokenNumber(address.taxNumber)) {
		found.review(
			'The tax number has lost digits, and is not sent: add it with Order → Update if customs need one, and let the shop send it as text',
		);
	}
	const { zip, warning } = postalCodeIn(sound.zip, recipient.countryCode);
	if (warning !== undefined) found.warn(warning);
	const parts = partsBeside(order, paths.address.address1 ?? '', [paths.lines, paths.orderNumber]);
	const completed = withKeptParts(recipient, parts, found, HOW_TO_JOIN);
	return withoutUndefined({ ...completed, zip: zip ?? recipient.zip });
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

/** Whether a field says to which pick-up point or locker the parcel goes. */
const isPickupPoint = ({ within = '', name, value }: OwnField): boolean =>
	holdsPickupPoint(name, value) || holdsPickupPoint(`${within} ${name}`, value);

const NOWHERE_TO_SEND =
	'The customer picks the order up, according to a field of it: a Filter node before this one can keep such orders back. ';

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
	paths: FieldPaths,
	asked = NOTHING_ASKED,
): Pieces<ShopOrder> {
	const linesOf = (object: IDataObject): unknown[] | undefined =>
		linesAt(at(object, paths.lines), paths.line.sku);
	const order = unwrapped(value, (object) => linesOf(object) !== undefined);
	if (!isObject(order)) return refuseOrder(order, ANOTHER_SHOP);
	const given = linesOf(order);
	if (!given) {
		return refuse(
			'Lines Field',
			`is ${quote(paths.lines)}, but the shop order has no list there`,
			`Enter the path of the list of lines, or of an object with the SKU Field in it or under each ID. The fields of the shop order are ${quote(Object.keys(order).join(', '))}.`,
		);
	}
	requireSoundNumber(order, paths.orderNumber);
	const data = linesIn(given, orderNumberIn(value));
	requireOneOrder(data, paths.lines, [
		['Order Number Field', paths.orderNumber],
		...recipientPaths(paths.address),
	]);
	const found = new Findings();
	const number = textIn(at(order, paths.orderNumber));
	if (paths.orderNumber !== DEFAULT_ORDER_NUMBER_PATH) {
		reportAbsent([order], [['Order Number Field', paths.orderNumber]], found);
	}
	yield;
	const recipient = recipientAt(order, paths, found);
	yield;
	const own = ownFields(order, {
		ofOrder: [paths.orderNumber, paths.lines],
		street: paths.address.address1 ?? '',
	});
	reviewNotDue(own, found);
	yield;
	const isPickedUp = reviewPickedUp(own, found);
	if (own.some(isPickupPoint)) found.review(AT_PICKUP_POINT);
	reportAbsentInLines(data, paths.line, number, found);
	const allLines: ShopLine[] = [];
	for (const line of data) {
		yield;
		const read = lineOf(line, allLines.length, paths.line, asked);
		const id = at(line, paths.line.id);
		if (isBrokenNumber(id)) {
			found.problem(
				`${lineDataInProblems(read.label, number)}: has the line ID ${quote(id)}, a number that has lost digits. ${KEEP_AS_TEXT} Or empty Line ID Field.`,
			);
		}
		allLines.push(read);
	}
	yield;
	const lines = withoutRepeatedParents(allLines, data);
	return withoutUndefined({
		...{ number, recipient, lines, findings: found.list },
		addressAdvice: `${isPickedUp ? NOWHERE_TO_SEND : ''}${addressAdvice(order, paths.address, recipient)}`,
	});
}
