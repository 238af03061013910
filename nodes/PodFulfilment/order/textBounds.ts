// The maximum length of a text (255) and of a URL (2,048) that is sent, and the errors for the texts and field names of
// an order that are longer. Those of a recipient are refused in compose/recipient.ts.

import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../input/guards';
import { quote } from '../input/wording';

/** The spec gives no length of any text. Names of shops' products and parts of addresses are shorter. */
export const MAX_TEXT_LENGTH = 255;

/** Every browser and server takes addresses of this length; signed ones of storage services are shorter. */
export const MAX_URL_LENGTH = 2_048;

/** A text of an order that is too long. */
interface Overlong {
	/** Property path of the text. */
	path: string;
	length: number;
	maxLength: number;
	/** The name of a field that is too long itself. */
	name?: string;
}

function* overlongIn(value: unknown, path: string, key: string): Generator<Overlong> {
	if (typeof value === 'string') {
		const maxLength = key === 'url' ? MAX_URL_LENGTH : MAX_TEXT_LENGTH;
		if (value.length > maxLength) yield { path, length: value.length, maxLength };
	} else if (Array.isArray(value)) {
		for (const [index, entry] of value.entries())
			yield* overlongIn(entry, `${path}[${index}]`, key);
	} else if (isObject(value)) {
		for (const [name, entry] of Object.entries(value)) {
			if (name.length > MAX_TEXT_LENGTH) {
				yield { path, length: name.length, maxLength: MAX_TEXT_LENGTH, name };
			} else {
				yield* overlongIn(entry, path === '' ? name : `${path}.${name}`, name);
			}
		}
	}
}

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
	let found = 0;
	for (const { path, length, maxLength, name } of overlongIn(body, '', '')) {
		if (found === MAX_OVERLONG) break;
		found += 1;
		// Refused where the recipient is read.
		if (/^recipient\.\w+$/.test(path) && name === undefined) continue;
		const label = path === '' ? 'The order' : fieldLabel(path);
		errors.push(
			name === undefined
				? new UserError(`${label} has ${length} characters, but at most ${maxLength} are sent`, {
						description: 'Shorten it.',
					})
				: new UserError(
						`${label} has a field whose name ${quote(name)} has ${length} characters, but at most ${maxLength} are sent`,
						{ description: 'Leave it out.' },
					),
		);
	}
	return errors;
}
