import { quote } from './wording';

// What a workflow passes on in place of a value where an expression was not evaluated, or found nothing.

/** An expression of n8n, such as `{{ $json.name }}`. `{{Name}}` is none, and may be meant as it is. */
const EXPRESSION = /\{\{[^{}]*\$[a-z_(]/i;

/** An object that became text; in an address, its signs may be encoded. */
const OBJECT = /(?:\[|%5B)object(?: |%20|\+)[A-Z][A-Za-z]*(?:\]|%5D)/;

/** A number that could not be calculated, alone or beside a currency. */
const NO_NUMBER = /(?<![A-Za-z])(?:NaN|Infinity)(?![A-Za-z])/;

/** What is wrong with a text that nobody can mean, to follow the name of its field, and what to do; undefined for any other. */
export function brokenText(text: string): { what: string; whatToDo: string } | undefined {
	if (EXPRESSION.test(text)) {
		return {
			what: 'holds an expression that was not evaluated: switch the field to Expression',
			whatToDo:
				'It was entered as Fixed, here or in a node before this one, and would be sent as it is written.',
		};
	}
	return OBJECT.test(text)
		? {
				what: `is ${quote(text)}, which an object becomes as text`,
				whatToDo: 'Enter one field of the object, such as its name, in place of the whole.',
			}
		: undefined;
}

/** Whether a value stands for a number that could not be calculated. */
export const isNoNumber = (value: unknown): boolean =>
	typeof value === 'number'
		? !Number.isFinite(value)
		: typeof value === 'string' && NO_NUMBER.test(value);

/** Whether a text is what a missing value becomes as text. In small letters: there are people called Null. */
export const isMissingValue = (text: string): boolean => text === 'null' || text === 'undefined';

/** Whether one of several words was a missing value, as in 'Nathan undefined'. */
export function hasMissingWord(text: string): boolean {
	const words = text.split(/\s/).filter((word) => word !== '');
	return words.length > 1 && (words.includes('undefined') || words.every(isMissingValue));
}
