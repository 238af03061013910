// The recipient of another shop's order at the paths of its address: parts in several fields are joined, numbers that
// lost digits are left out, a missing part is named by its field, and parts beside the street are reviewed.

import type { IDataObject } from 'n8n-workflow';

import { isBrokenNumber } from '../../../input/brokenNumber';
import { knownCountry } from '../../../input/country';
import { isObject, ownValue, withoutUndefined } from '../../../input/guards';
import { quote } from '../../../input/wording';
import { postalCodeIn, repairedText, warnOfBrokenNumbers } from '../../compose/repairs';
import type { Findings } from '../../findings';
import { keptPartsOf, withKeptParts, type KeptPart } from '../keptAside';
import { recipientFrom, warnOfMissing, warnOfMissingState } from '../shopAddress';
import { longTextIn, pathEnd, readableText, valueAt } from '../values';
import { addressFieldLabel, DEFAULT_ADDRESS_PATHS } from './fields';
import { at, pathsIn } from './paths';
import type { OtherSettings } from './settings';

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

/** Reads the parts of an address within the object that holds them. */
class AddressReader {
	private readonly holder: unknown;

	private readonly order: IDataObject;

	private readonly settings: AddressSettings;

	constructor(order: IDataObject, settings: AddressSettings) {
		const { addressField } = settings;
		this.order = order;
		this.settings = settings;
		this.holder = addressField === '' ? order : valueAt(order, addressField);
	}

	/** The paths of a part, each with what it begins at. A path that was dragged from the input begins at the order. */
	pathsOf(name: string): Array<[object: unknown, path: string]> {
		const { address, addressField } = this.settings;
		const entry = ownValue(address, name) ?? '';
		return pathsIn(this.holder, entry).map((path) => {
			const rest = path.startsWith(addressField) ? path.slice(addressField.length) : '';
			if (addressField !== '' && /^[.[]/.test(rest)) return [this.holder, rest.replace(/^\./, '')];
			const isOutside = MAY_BE_OUTSIDE.includes(name) && valueAt(this.holder, path) === undefined;
			return [isOutside ? this.order : this.holder, path];
		});
	}

	/** The paths of a part at which there is no field. One without a value is a field that the customer left empty. */
	absentPaths(name: string): string[] {
		return this.pathsOf(name).flatMap(([object, path]) =>
			valueAt(object, path) === undefined ? [path] : [],
		);
	}

	isAbsent(name: string): boolean {
		const paths = this.pathsOf(name);
		return paths.length > 0 && this.absentPaths(name).length === paths.length;
	}

	/** What is at the paths of a part; texts of several are joined. */
	partOf(name: string): unknown {
		const values = this.pathsOf(name).map(([object, path]) => repairedText(at(object, path), name));
		if (values.length < 2) return values[0];
		const texts = values.flatMap((value) =>
			isBrokenNumber(value) ? [] : (longTextIn(value) ?? []),
		);
		return texts.length === 0 ? undefined : texts.join(' ');
	}

	/**
	 * What is kept beside the street, such as a house number that no path leads to.
	 *
	 * @param notOfAddress paths of fields that are in no address: beside them, `number` is the order's
	 */
	partsBeside(notOfAddress: readonly string[]): KeptPart[] {
		const [[start, path] = [undefined, '']] = this.pathsOf('address1');
		const holder = pathEnd(start, path)?.holder;
		if (!isObject(holder)) return [];
		const isElsewhere = notOfAddress.every(
			(other) => pathEnd(this.order, other)?.holder !== holder,
		);
		const isOfAddress = holder !== this.order && isElsewhere;
		return keptPartsOf(
			Object.entries(holder).map(([name, value]) => ({ name, value, isOfAddress })),
		);
	}
}

/** How the next orders get a part that is kept beside the street. */
const HOW_TO_JOIN =
	'. For the next orders, enter both fields in Address Line 1 Field, separated by a comma; where it is no part of the address, leave it out with an Edit Fields node';

const HOW_TO_GIVE_STATE =
	". Where the order has it, add State Code Field under 'Address Fields' with its path";

/** Names the paths that the user entered, and at which the order has nothing, of parts without which it may be sent. */
function reportAbsent(
	reader: AddressReader,
	{ address }: AddressSettings,
	recipient: IDataObject,
	found: Findings,
): void {
	for (const [name, entry] of Object.entries(address)) {
		const isLacked = NEEDED.includes(name) && ownValue(recipient, name) === undefined;
		if (isLacked || name === 'countryCode' || entry === ownValue(DEFAULT_ADDRESS_PATHS, name))
			continue;
		const paths = reader.absentPaths(name);
		if (paths.length === 0) continue;
		found.warn(
			`The order has nothing at ${paths.map(quote).join(' and ')} in ${addressFieldLabel(name)}: correct it, or remove it, unless the shop leaves out fields that are empty`,
			'address',
		);
	}
}

/** What to do about missing parts of an address. */
function adviceFor(
	reader: AddressReader,
	{ address, addressField }: AddressSettings,
	order: IDataObject,
	isCountryUnknown: boolean,
): string {
	const isAddressAbsent = addressField !== '' && valueAt(order, addressField) === undefined;
	// Whether a postal code is needed depends on the country.
	const absent = NEEDED.filter(
		(name) => reader.isAbsent(name) && !(name === 'zip' && isCountryUnknown),
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
export function addressOf(
	order: IDataObject,
	settings: AddressSettings & Pick<OtherSettings, 'lines' | 'orderNumber'>,
	found: Findings,
): { recipient: IDataObject; addressAdvice: string } {
	const reader = new AddressReader(order, settings);
	const { countryCode, stateCode, ...parts } = Object.fromEntries(
		Object.keys(settings.address).map((name) => [name, reader.partOf(name)]),
	);
	const sound = Object.fromEntries(
		Object.entries(parts).filter(([, value]) => !isBrokenNumber(value)),
	);
	const entered = settings.address.countryCode ?? '';
	const country = reader.isAbsent('countryCode') ? knownCountry(entered)?.code : countryCode;
	const recipient = recipientFrom({
		...sound,
		// A second line is no street where Address Line 1 Field leads nowhere.
		...(reader.isAbsent('address1') && { address2: undefined }),
		...{ country, state: stateCode },
	});
	reportAbsent(reader, settings, recipient, found);
	warnOfMissing(recipient, found);
	warnOfMissingState(recipient, found, HOW_TO_GIVE_STATE);
	if (readableText(sound.address1) === undefined && recipient.address1 !== undefined) {
		found.review(
			'Address Line 1 is empty, so Address Line 2 is sent as the street: check that it is the whole street with its number',
			'address',
		);
	}
	warnOfBrokenNumbers(parts, found, 'let the shop send it as text');
	const { zip, warning } = postalCodeIn(sound.zip, recipient.countryCode);
	if (warning !== undefined) found.warn(warning, 'address');
	const beside = reader.partsBeside([settings.lines, settings.orderNumber]);
	const completed = withKeptParts(recipient, beside, found, HOW_TO_JOIN);
	return {
		recipient: withoutUndefined({ ...completed, zip: zip ?? recipient.zip }),
		addressAdvice: adviceFor(reader, settings, order, recipient.countryCode === undefined),
	};
}
