// The maximum length of a text (255) and of a URL (2,048) that is sent, and the errors for the texts and field names of
// an order that are longer. Those of a recipient are refused in compose/recipient.ts.

import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../input/objects';
import { MAX_JSON_DEPTH } from '../input/parseJsonSafely';
import { quote } from '../input/wording';

/** The spec gives no length of any text. Names of shops' products and parts of addresses are shorter. */
export const MAX_TEXT_LENGTH = 255;

/** Every browser and server takes addresses of this length; signed ones of storage services are shorter. */
export const MAX_URL_LENGTH = 2_048;

/** Texts that are reported: each is an error, and nobody reads more. */
const MAX_OVERLONG = 100;

/**
 * Finds the texts of an order, or of changes of one, that are too long to be sent (docs/guesses.md). None is ever cut: a
 * shop's customer can enter texts of any length, and the service would have to show them in each list.
 *
 * @param body as it would be sent
 * @param fieldLabel the editor's label for a property path
 */
export function overlongTexts(
	body: IDataObject,
	fieldLabel: (path: string) => string,
): UserError[] {
	const errors: UserError[] = [];
	const add = (message: string, description: string): void => {
		if (errors.length < MAX_OVERLONG) errors.push(new UserError(message, { description }));
	};
	const search = (value: unknown, path: string, key: string, depth = 0): void => {
		if (errors.length === MAX_OVERLONG) return;
		const label = (): string => (path === '' ? 'The order' : fieldLabel(path));
		// What an expression gives for a field need not be JSON that was parsed here.
		if (depth > MAX_JSON_DEPTH) {
			const message = `${label()} is nested more than ${MAX_JSON_DEPTH} levels deep`;
			add(message, 'Pass the text of one field.');
		} else if (typeof value === 'string') {
			const max = key === 'url' ? MAX_URL_LENGTH : MAX_TEXT_LENGTH;
			// Those of the recipient are refused where it is read.
			if (value.length <= max || /^recipient\.\w+$/.test(path)) return;
			add(`${label()} has ${value.length} characters, but at most ${max} are sent`, 'Shorten it.');
		} else if (Array.isArray(value)) {
			for (const [index, entry] of value.entries()) {
				search(entry, `${path}[${index}]`, key, depth + 1);
			}
		} else if (isObject(value)) {
			for (const [name, entry] of Object.entries(value)) {
				if (name.length <= MAX_TEXT_LENGTH) {
					search(entry, path === '' ? name : `${path}.${name}`, name, depth + 1);
				} else {
					const message = `${label()} has a field whose name ${quote(name)} has ${name.length} characters, but at most ${MAX_TEXT_LENGTH} are sent`;
					add(message, 'Leave it out.');
				}
			}
		}
	};
	search(body, '', '');
	return errors;
}
