import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../input/checks';
import { isNoNumber } from '../../../input/brokenText';
import { isObject, withoutUndefined } from '../../../input/guards';
import { quote } from '../../../input/wording';
import { Findings } from '../../findings';
import { isBrokenNumber, KEEP_AS_TEXT } from '../../../input/brokenNumber';
import { withKeptParts } from '../keptAside';
import { recipientFrom } from '../shopAddress';
import { lineLabel } from '../lineLabel';
import { lineDataInProblems, orderNumberIn } from '../orderLabel';
import { ANOTHER_SHOP, linesIn, NOT_SHIPPED, propertiesOfLine, refuseOrder } from '../reading';
import { warnOfPickup } from '../pickup';
import { holdsPickupPoint } from '../pickupPointFields';
import type { ShopLine, ShopOrder } from '../shopOrder';
import { unwrapped } from '../unwrapped';
import { numberOfPrice } from '../money';
import {
	isUnset,
	longTextIn,
	priceIn,
	readableText,
	saysNone,
	textIn,
	valueAt,
	wholeNumberIn,
} from '../values';
import {
	addressAdvice,
	fixedCountry,
	isAbsent,
	reviewAbsent,
	type AddressPaths,
} from './addressPaths';
import { partsBeside } from './addressParts';
import { joinedName, lastNameBeside } from './lastName';
import { propertiesOf, type AskedFor } from './lineProperties';
import { reviewNotDue } from './notDue';
import { ownFields, type OwnField } from './ownFields';
import { withoutRepeatedParents } from './parentLines';
import { postalCodeIn } from './postalCode';

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
	// What is no number is refused where the item is checked.
	if (isNoNumber(value)) return { price: String(value) };
	const price = priceIn(value, undefined) ?? numberOfPrice(readableText(value) ?? '');
	if (price !== undefined) return { price };
	return typeof value === 'string' && !saysNone(value) ? { unreadPrice: value } : {};
}

const DISCOUNT_LINE = 'it is a discount';

/** What shops call a line that takes something off the price. */
const DISCOUNT = /^(promotion|discount|coupon|credit|rebate)$/;

/** Whether a price is below 0, in whatever format: '-2,49 €'. */
const isNegative = (price: unknown): boolean =>
	typeof price === 'number'
		? price < 0
		: /^[^\d−–-]{0,4}[−–-]\D{0,4}\d/.test(longTextIn(price) ?? '');

/** Whether a line takes something off the price. */
const isDiscount = ({ type }: IDataObject, price: unknown): boolean =>
	isNegative(price) || DISCOUNT.test((textIn(type) ?? '').toLowerCase());

function lineOf(
	line: IDataObject,
	index: number,
	paths: FieldPaths['line'],
	asked: AskedFor,
): ShopLine {
	const sku = textIn(at(line, paths.sku));
	const skus = sku === undefined ? [] : [sku];
	const name = longTextIn(at(line, paths.name));
	const id = textIn(at(line, paths.id));
	const label = lineLabel(index, name, skus);
	const given = at(line, paths.quantity);
	const quantity = wholeNumberIn(given);
	const excluded = isUnset(line.requires_shipping) ? NOT_SHIPPED : undefined;
	const emptied = quantity === 0 ? 'its quantity is 0' : undefined;
	const price = at(line, paths.price);
	const takesOff = isDiscount(line, price);
	const discount = takesOff && skus.length === 0 ? DISCOUNT_LINE : undefined;
	const leftOutBecause = discount ?? excluded ?? emptied;
	const quantityProblem =
		quantity === undefined || quantity < 0
			? `the quantity at ${quote(paths.quantity)} is ${given === undefined ? 'missing' : quote(given)}, but must ${quantity === undefined ? 'be a whole number' : 'not be below 0'}`
			: undefined;
	return withoutUndefined({
		label,
		id,
		skus,
		name,
		quantity: leftOutBecause === undefined ? (quantity ?? 0) : 0,
		...(leftOutBecause === undefined && { quantityProblem }),
		...priceAt(line, paths.price),
		...propertiesOfLine(propertiesOf(line, skus, asked)),
		leftOutBecause,
		noProductBecause: takesOff ? DISCOUNT_LINE : undefined,
		isEmptied: leftOutBecause === emptied && emptied !== undefined ? true : undefined,
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
	return withoutUndefined({ ...completed, zip: textIn(zip) ?? recipient.zip });
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

const NOTHING_ASKED: AskedFor = { conditions: () => [] };

/**
 * Reads an order of any other shop, at the paths that the user gave.
 *
 * @param asked what the settings ask for in a line by its path
 * @throws UserError for data without a list of lines at its path, and for an order number that has lost digits
 */
export function readOtherOrder(
	value: unknown,
	paths: FieldPaths,
	asked = NOTHING_ASKED,
): ShopOrder {
	const hasLines = (object: IDataObject): boolean => Array.isArray(at(object, paths.lines));
	const order = unwrapped(value, hasLines);
	if (!isObject(order)) return refuseOrder(order, ANOTHER_SHOP);
	if (!hasLines(order)) {
		return refuse(
			'Lines Field',
			`is ${quote(paths.lines)}, but the shop order has no list there`,
			`Enter the path of the list of lines. The fields of the shop order are ${quote(Object.keys(order).join(', '))}.`,
		);
	}
	requireSoundNumber(order, paths.orderNumber);
	const found = new Findings();
	const number = textIn(at(order, paths.orderNumber));
	const recipient = recipientAt(order, paths, found);
	const own = ownFields(order, {
		ofOrder: [paths.orderNumber, paths.lines],
		street: paths.address.address1 ?? '',
	});
	reviewNotDue(own, found);
	warnOfPickup([], own.some(isPickupPoint), found);
	const data = linesIn(at(order, paths.lines), orderNumberIn(value));
	const allLines = data.map((line, index) => {
		const read = lineOf(line, index, paths.line, asked);
		const id = at(line, paths.line.id);
		if (isBrokenNumber(id)) {
			found.problem(
				`${lineDataInProblems(read.label, number)}: has the line ID ${quote(id)}, a number that has lost digits. ${KEEP_AS_TEXT} Or empty Line ID Field.`,
			);
		}
		return read;
	});
	const lines = withoutRepeatedParents(allLines, data);
	return withoutUndefined({
		...{ number, recipient, lines, findings: found.list },
		addressAdvice: addressAdvice(order, paths.address, recipient),
	});
}
