// The paths of the parts of an address in another shop's order: advice on missing parts, reviews of paths at which the
// order has nothing, and a country code in place of a path.

import type { IDataObject } from 'n8n-workflow';

import { knownCountry, needsCity, needsPostalCode } from '../../../input/country';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { recipientFields } from '../../compose/recipientFields';
import { isAbsent, reportAbsent } from './absentPaths';
import { ownValue } from '../../../input/guards';

/** Paths of the parts of an address, by the names of a Recipient (spec section 2), and `lastName`. */
export type AddressPaths = Readonly<Record<string, string>>;

/** Without these, a parcel may not arrive. */
const NEEDED = ['name', 'address1', 'city', 'zip'] as const;

/** What the editor calls the field with the path of a part. */
const labelOf = (name: string): string =>
	`${recipientFields.find((field) => field.name === name)?.displayName ?? 'Last Name'} Field`;

/** The paths by which a recipient is known, with the labels of their fields. */
export const recipientPaths = (paths: AddressPaths): Array<[string, string | undefined]> =>
	NEEDED.map((name) => [labelOf(name), paths[name]]);

/** The country of all orders, where a code is entered in place of its path. */
export const fixedCountry = (order: IDataObject, path = ''): string | undefined =>
	isAbsent(order, path) ? knownCountry(path)?.code : undefined;

/** What to do about missing parts of an address. */
export function addressAdvice(
	order: IDataObject,
	paths: AddressPaths,
	{ countryCode }: IDataObject,
): string {
	const isUnknown = countryCode === undefined;
	// Whether a postal code is needed depends on the country.
	const absent = NEEDED.filter(
		(name) => isAbsent(order, paths[name]) && !(name === 'zip' && isUnknown),
	);
	return [
		...absent.map(
			(name) =>
				`${labelOf(name)} is ${quote(paths[name])}, and the order has no field of that name: enter the name of the field, not its text.`,
		),
		...(isUnknown
			? [
					"The order has no country: enter the name of the order's field in Country Field, or a code such as DE if all orders go to one country.",
				]
			: []),
		"Complete the address in the shop, or correct its paths under 'Address Fields', where the last name may have a path of its own.",
	].join(' ');
}

/** The parts that an address of a country may lack, and usually has. */
function optionalParts({ company, countryCode }: IDataObject): string[] {
	const country = knownCountry(String(countryCode));
	return [
		...(company === undefined ? [] : ['name']),
		...(country && !needsCity(country) ? ['city'] : []),
		...(country?.hasPostalCodes && !needsPostalCode(country) ? ['zip'] : []),
	];
}

/** Parts of which the address is refused without them, or that are looked at above. */
const OTHERWISE_REPORTED = new Set<string>([...NEEDED, 'countryCode', 'lastName']);

/** Reports paths at which an order has nothing, although its address may be sent without that part. */
export function reviewAbsent(
	order: IDataObject,
	paths: AddressPaths,
	recipient: IDataObject,
	found: Findings,
): void {
	for (const name of optionalParts(recipient).filter((part) =>
		isAbsent(order, ownValue(paths, part)),
	)) {
		found.review(
			`${labelOf(name)} is ${quote(ownValue(paths, name))}, and the order has no field of that name: correct it, or empty it if there is none`,
		);
	}
	// Unless the user entered another path, the order need not have such a field.
	const entered = Object.entries(paths).filter(
		([name, path]) => path !== name && !OTHERWISE_REPORTED.has(name),
	);
	const all = [['lastName', paths.lastName] as const, ...entered];
	reportAbsent(
		[order],
		all.map(([name, path]) => [labelOf(name), path] as const),
		found,
	);
}
