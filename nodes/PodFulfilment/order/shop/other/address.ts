// The recipient of another shop's order at the paths of its address: parts in several fields are joined, numbers that
// lost digits are left out, a missing part is named by its field, and parts beside the street are reviewed.

import type { IDataObject } from 'n8n-workflow';

import { knownCountry } from '../../../input/country';
import type { Pieces } from '../../../input/nextTurn';
import { isBrokenNumber } from '../../../input/number';
import { isObject, objectsOf, ownValue } from '../../../input/objects';
import { quote } from '../../../input/wording';
import { MAX_FIELDS, repairedText } from '../../compose/repairs';
import type { Findings } from '../../findings';
import { type KeptPart, keptPartsOf, withKeptParts } from '../besideAddress';
import { recipientFromParts, warnOfMissing } from '../shopAddress';
import { longTextIn, namesInPath, pathEnd, valueAt, valueAtNames } from '../values';
import { pathsIn, warnOfAbsent } from './paths';
import { addressFieldLabel, DEFAULT_ADDRESS_PATHS, type OtherSettings } from './settings';

type AddressSettings = Pick<OtherSettings, 'address' | 'addressField'>;

/** Without these, a parcel may not arrive. */
const NEEDED = ['name', 'address1', 'city', 'zip'];

/** Parts that are no place, and may be outside the address. */
const MAY_BE_OUTSIDE = ['email', 'phone', 'taxNumber'];

/** The paths by which a recipient is known, with the labels of their fields. */
export const recipientPaths = ({
	address,
	addressField,
}: AddressSettings): Array<[label: string, path: string]> =>
	NEEDED.map((name) => [
		addressFieldLabel(name),
		[addressField, ownValue(address, name) ?? ''].filter(Boolean).join('.'),
	]);

/** A path of a part, with the object that it begins at. */
interface Place {
	start: unknown;
	path: string;
	/** Undefined where there is no field; what the customer left empty is null or blank. */
	value: unknown;
}

/**
 * The places of a part in the order. A path that was dragged from the input begins at the order.
 *
 * @param holder what is at Address Field
 */
function placesOf(
	order: IDataObject,
	holder: unknown,
	{ address, addressField }: AddressSettings,
	name: string,
): Place[] {
	return pathsIn(holder, ownValue(address, name) ?? '').map((path) => {
		const rest = path.startsWith(addressField) ? path.slice(addressField.length) : '';
		const isFromOrder = addressField !== '' && /^[.[]/.test(rest);
		const within = isFromOrder ? rest.replace(/^\./, '') : path;
		const value = valueAt(holder, within);
		return value === undefined && !isFromOrder && MAY_BE_OUTSIDE.includes(name)
			? { start: order, path, value: valueAt(order, path) }
			: { start: holder, path: within, value };
	});
}

type Places = ReadonlyMap<string, readonly Place[]>;

/** The paths of a part at which there is no field. */
const absentPaths = (places: Places, name: string): string[] =>
	(places.get(name) ?? []).filter(({ value }) => value === undefined).map(({ path }) => path);

const isAbsent = (places: Places, name: string): boolean => {
	const count = places.get(name)?.length ?? 0;
	return count > 0 && absentPaths(places, name).length === count;
};

/** Whether a path leads into one of several objects of a list: `addresses[0].city`, but not `street[0]`, a line of one street. */
const isOneOfSeveral = (start: unknown, path: string): boolean =>
	!(isObject(start) && ownValue(start, path) !== undefined) &&
	namesInPath(path).some(
		(_, depth, names) => objectsOf(valueAtNames(start, names.slice(0, depth))).length > 1,
	);

/** Adds to the review an order of whose addresses the paths take one: lines may be for another. */
function reviewSeveralAddresses(
	order: IDataObject,
	{ addressField }: AddressSettings,
	places: Places,
	found: Findings,
): void {
	const ofAddress = [...places].flatMap(([name, all]) =>
		MAY_BE_OUTSIDE.includes(name) ? [] : all,
	);
	const one = [{ start: order as unknown, path: addressField }, ...ofAddress].find(
		({ start, path }) => isOneOfSeveral(start, path),
	);
	if (!one) return;
	found.review(
		`The order has several addresses: ${quote(one.path)} is one of a list. Check that all of it goes there, and order what goes to another with Order From set to Fields. If the others are no addresses of parcels, keep this one in a field of its own with an Edit Fields node`,
		'address',
	);
}

/** What is at the places of a part; texts of several are joined. */
function partAt(places: readonly Place[], name: string): unknown {
	const values = places.map(({ value }) => repairedText(value, name));
	if (values.length < 2) return values[0];
	const texts = values.flatMap((value) => (isBrokenNumber(value) ? [] : (longTextIn(value) ?? [])));
	return texts.length === 0 ? undefined : texts.join(' ');
}

/**
 * What is kept beside the street, such as a house number that no path leads to.
 *
 * @param notOfAddress paths of fields that are in no address: beside them, `number` is the order's
 */
function* partsBeside(
	order: IDataObject,
	places: Places,
	notOfAddress: readonly string[],
): Pieces<KeptPart[]> {
	const [street] = places.get('address1') ?? [];
	const holder = street && pathEnd(street.start, street.path)?.holder;
	if (!isObject(holder)) return [];
	const isOfAddress =
		holder !== order && notOfAddress.every((path) => pathEnd(order, path)?.holder !== holder);
	const fields = Object.keys(holder).slice(0, MAX_FIELDS);
	return yield* keptPartsOf(
		fields.map((name) => ({ name, value: ownValue(holder, name), isOfAddress })),
	);
}

/** How the next orders get a part that is kept beside the street. */
const HOW_TO_JOIN =
	'. For the next orders, enter both fields in Address Line 1 Field, separated by a comma; where it is no part of the address, leave it out with an Edit Fields node';

/** Names the paths that the user entered, and at which the order has nothing, of parts without which it may be sent. */
function reportAbsent(
	places: Places,
	{ address }: AddressSettings,
	recipient: IDataObject,
	found: Findings,
): void {
	for (const [name, entry] of Object.entries(address)) {
		const isLacked = NEEDED.includes(name) && ownValue(recipient, name) === undefined;
		if (isLacked || name === 'countryCode' || entry === ownValue(DEFAULT_ADDRESS_PATHS, name))
			continue;
		const paths = absentPaths(places, name);
		if (paths.length > 0) {
			warnOfAbsent('The order has', paths, addressFieldLabel(name), 'address', found);
		}
	}
}

/** What to do about missing parts of an address. */
function adviceFor(
	places: Places,
	{ address, addressField }: AddressSettings,
	isAddressAbsent: boolean,
	isCountryUnknown: boolean,
): string {
	// Whether a postal code is needed depends on the country.
	const absent = NEEDED.filter(
		(name) => isAbsent(places, name) && !(name === 'zip' && isCountryUnknown),
	);
	return [
		...(isAddressAbsent
			? [`Address Field is ${quote(addressField)}, and the order has nothing there.`]
			: absent.map(
					(name) =>
						`${addressFieldLabel(name)} is ${quote(ownValue(address, name))}, and the order has no field of that name: enter the name of the field, not its text.`,
				)),
		...(isCountryUnknown
			? [
					"The order has no country: enter the name of the order's field in Country Field, or a code such as DE if all orders go to one country.",
				]
			: []),
		"Complete the address in the shop, or correct its paths under 'Address Fields', where Name Field may have two paths, separated by a comma.",
	].join(' ');
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
	const names = Object.keys(settings.address);
	const { addressField } = settings;
	const holder = addressField === '' ? order : valueAt(order, addressField);
	const places = new Map(names.map((name) => [name, placesOf(order, holder, settings, name)]));
	reviewSeveralAddresses(order, settings, places, found);
	const parts = Object.fromEntries(
		[...places]
			.map(([name, found]) => [name, partAt(found, name)] as const)
			.filter(([name, value]) => MAY_BE_OUTSIDE.includes(name) || !isBrokenNumber(value)),
	) as IDataObject;
	// In place of a path, it may be the code of a country.
	const entered = settings.address.countryCode ?? '';
	const recipient = recipientFromParts(
		{
			...parts,
			...(isAbsent(places, 'countryCode') && { countryCode: knownCountry(entered)?.code }),
		},
		found,
	);
	reportAbsent(places, settings, recipient, found);
	warnOfMissing(recipient, found);
	const beside = yield* partsBeside(order, places, [settings.lines, settings.orderNumber]);
	return {
		recipient: withKeptParts(recipient, beside, found, HOW_TO_JOIN),
		addressAdvice: adviceFor(
			places,
			settings,
			holder === undefined,
			recipient.countryCode === undefined,
		),
	};
}
