// The recipient of another shop's order at the paths of its address: parts in several fields are joined, numbers that
// lost digits are left out, a missing part is named by its field, and parts beside the street are reviewed.

import type { IDataObject } from 'n8n-workflow';

import { knownCountry } from '../../../input/country';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber } from '../../../input/number';
import { isObject, objectsOf, ownValue } from '../../../input/objects';
import { joinedBy, quote } from '../../../input/wording';
import { MAX_FIELDS, repairedText } from '../../compose/repairs';
import type { Findings } from '../../findings';
import { keptPartsOf, withKeptParts } from '../besideAddress';
import { recipientFromParts, warnOfMissing } from '../shopAddress';
import { longTextIn, namesInPath, pathEnd, valueAt, valueAtNames } from '../values';
import { pathsIn, warnOfAbsent } from './paths';
import { addressFieldLabel, DEFAULT_ADDRESS_PATHS, type OtherSettings } from './settings';

type AddressSettings = Pick<OtherSettings, 'address' | 'addressField'>;

/** Without these, a parcel may not arrive. */
const NEEDED = ['name', 'address1', 'city', 'zip'];

/** Parts that are no place, and may be outside the address. */
const MAY_BE_OUTSIDE = ['email', 'phone', 'taxNumber'];

/** A path in the address from the order on. One that was dragged from the input begins there already. */
function fromOrder(path: string, addressField: string): string {
	const isFromOrder =
		path.startsWith(addressField) && /^[.[]/.test(path.slice(addressField.length));
	if (addressField === '' || path === '' || isFromOrder) return path;
	return `${addressField}${path.startsWith('[') ? '' : '.'}${path}`;
}

/** The paths by which a recipient is known, with the labels of their fields. */
export const recipientPaths = ({
	address,
	addressField,
}: AddressSettings): Array<[label: string, path: string]> =>
	NEEDED.map((name) => [
		addressFieldLabel(name),
		fromOrder(ownValue(address, name) ?? '', addressField) || addressField,
	]);

/** The paths of the parts, from the order on. */
type Places = ReadonlyMap<string, readonly string[]>;

function placesOf(order: IDataObject, { address, addressField }: AddressSettings): Places {
	const holder = addressField === '' ? order : valueAt(order, addressField);
	return new Map(
		Object.entries(address).map(([name, entry]) => [
			name,
			pathsIn(holder, entry).map((path) => {
				const within = fromOrder(path, addressField);
				const isOutside = MAY_BE_OUTSIDE.includes(name) && valueAt(order, within) === undefined;
				return isOutside ? path : within;
			}),
		]),
	);
}

/** Adds to the review an order of whose addresses the paths take one: lines may be for another. */
function reviewSeveralAddresses(order: IDataObject, places: Places, found: Findings): void {
	const paths = [...places].flatMap(([name, all]) => (MAY_BE_OUTSIDE.includes(name) ? [] : all));
	// `addresses[0].city` is in one of several objects, but not `street[0]`, a line of one street.
	const one = paths.find(
		(path) =>
			ownValue(order, path) === undefined &&
			namesInPath(path).some(
				(_, depth, names) => objectsOf(valueAtNames(order, names.slice(0, depth))).length > 1,
			),
	);
	if (one === undefined) return;
	found.review(
		`The order has several addresses: ${quote(one)} is one of a list. Check that all of it goes there, and order what goes to another with Order From set to Fields. If the others are no addresses of parcels, keep this one in a field of its own with an Edit Fields node`,
		'address',
	);
}

/** What is at the paths of a part; texts of several are joined. */
function partAt(order: IDataObject, paths: readonly string[], name: string): unknown {
	const values = paths.map((path) => repairedText(valueAt(order, path), name));
	if (values.length < 2) {
		return isBrokenNumber(values[0]) && !MAY_BE_OUTSIDE.includes(name) ? undefined : values[0];
	}
	const texts = values.flatMap((value) => (isBrokenNumber(value) ? [] : (longTextIn(value) ?? [])));
	return texts.length === 0 ? undefined : texts.join(' ');
}

/** How the next orders get a part that is kept beside the street. */
const HOW_TO_JOIN =
	'. For the next orders, enter both fields in Address Line 1 Field, separated by a comma; where it is no part of the address, leave it out with an Edit Fields node';

/**
 * Completes a recipient by what is kept beside the street, such as a house number that no path leads to.
 *
 * @param notOfAddress paths of fields that are in no address: beside them, `number` is the order's
 */
function* withPartsBeside(
	recipient: IDataObject,
	order: IDataObject,
	places: Places,
	notOfAddress: readonly string[],
	found: Findings,
): Pieces<IDataObject> {
	const [street] = places.get('address1') ?? [];
	const holder = street === undefined ? undefined : pathEnd(order, street)?.holder;
	if (!isObject(holder)) return recipient;
	const isOfAddress =
		holder !== order && notOfAddress.every((path) => pathEnd(order, path)?.holder !== holder);
	const fields = Object.entries(holder).slice(0, MAX_FIELDS);
	const beside = yield* keptPartsOf(fields.map(([name, value]) => ({ name, value, isOfAddress })));
	return withKeptParts(recipient, beside, found, HOW_TO_JOIN);
}

/** Names the paths that the user entered, and at which the order has nothing, of parts without which it may be sent. */
function reportAbsent(
	order: IDataObject,
	places: Places,
	{ address }: AddressSettings,
	recipient: IDataObject,
	found: Findings,
): void {
	for (const [name, entry] of Object.entries(address)) {
		const isLacked = NEEDED.includes(name) && ownValue(recipient, name) === undefined;
		const isEntered = entry !== ownValue(DEFAULT_ADDRESS_PATHS, name) && name !== 'countryCode';
		const absent = (places.get(name) ?? []).filter((path) => valueAt(order, path) === undefined);
		const paths = isEntered && !isLacked ? absent : [];
		warnOfAbsent('The order has', paths, addressFieldLabel(name), 'address', found);
	}
}

/** What to do about missing parts of an address. */
function adviceFor({ address, addressField }: AddressSettings, recipient: IDataObject): string {
	const fields = [...NEEDED, 'countryCode']
		.filter((name) => ownValue(recipient, name) === undefined)
		.map((name) => `${addressFieldLabel(name)} ${quote(ownValue(address, name) ?? '')}`);
	const within = addressField === '' ? '' : ` within Address Field ${quote(addressField)}`;
	return `The order has no text at ${joinedBy(fields, 'or')}${within}: complete the address in the shop, or enter the names of its fields under 'Address Fields', where Name Field may have two paths, separated by a comma, and Country Field may be a code such as DE if all orders go there.`;
}

/**
 * Reads the address of an order. Of numbers that a spreadsheet broke, a postal code is completed, and others are left out: a
 * parcel arrives without them.
 *
 * @returns the recipient, and what to do about parts that it lacks
 */
export function* addressOf(
	order: IDataObject,
	settings: AddressSettings & Pick<OtherSettings, 'lines' | 'orderNumber'>,
	found: Findings,
): Pieces<{ recipient: IDataObject; addressAdvice: string }> {
	const places = placesOf(order, settings);
	reviewSeveralAddresses(order, places, found);
	const parts = Object.fromEntries(
		[...places].map(([name, all]) => [name, partAt(order, all, name)]),
	) as IDataObject;
	// In place of a path, it may be the code of a country.
	if (parts.countryCode === undefined) {
		parts.countryCode = knownCountry(settings.address.countryCode ?? '')?.code;
	}
	const recipient = recipientFromParts(parts, found);
	reportAbsent(order, places, settings, recipient, found);
	warnOfMissing(recipient, found);
	const notOfAddress = [settings.lines, settings.orderNumber];
	return {
		recipient: yield* withPartsBeside(recipient, order, places, notOfAddress, found),
		addressAdvice: adviceFor(settings, recipient),
	};
}
