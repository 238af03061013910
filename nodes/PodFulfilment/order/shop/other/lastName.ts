// Names of recipients that another shop keeps in two fields: finds the last name beside the first name, and puts the
// two together.

import { comparableName } from '../../../input/equalText';
import { isObject, ownValue } from '../../../input/guards';
import { pathEnd, textIn } from '../values';

/** Ends of the names of fields, in their comparable form, that hold a first name alone. */
const FIRST = [
	...['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'voornaam', 'nombre'],
	...['nome', 'imie'],
];

/** Those of the last name beside it. */
const LAST = [
	...['lastname', 'surname', 'familyname', 'nachname', 'nom', 'achternaam', 'apellido'],
	...['apellidos', 'cognome', 'sobrenome', 'apelido', 'nazwisko'],
];

/** The last name beside the first name at a path: of 'Shipping First Name' that in 'Shipping Last Name'. */
export function lastNameBeside(order: unknown, path: string): string | undefined {
	const { holder, name = '' } = pathEnd(order, path) ?? {};
	const key = comparableName(name);
	const first = FIRST.find((word) => key.endsWith(word));
	if (first === undefined || !isObject(holder) || textIn(ownValue(holder, name)) === undefined) {
		return undefined;
	}
	const before = key.slice(0, -first.length);
	const wanted = LAST.map((word) => before + word);
	const found = Object.entries(holder).find(([other]) => wanted.includes(comparableName(other)));
	return found && textIn(found[1]);
}

/** Puts a name in two parts together. Where the first is the whole name already, it stays as it is. */
export function joinedName(name: unknown, lastName: unknown): unknown {
	const [first, last] = [textIn(name), textIn(lastName)];
	if (last === undefined) return name;
	const isWhole =
		first !== undefined && ` ${first}`.toLowerCase().endsWith(` ${last.toLowerCase()}`);
	return isWhole ? name : [first, last].filter((part) => part !== undefined).join(' ');
}
