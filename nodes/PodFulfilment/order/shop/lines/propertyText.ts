// Removes the price from the end of a property's name or value, where plug-ins show what a choice costs: 'Dial (+3,00
// €)', 'Black +£0.00'. Also lists a line's properties for a message that misses one.

import { plainText } from '../../../input/plainText';
import { quotedList } from '../../../input/wording';
import { isPrice, isSurcharge } from '../../../input/amount';

/** Longer texts are no amounts, also with the tags that a shop may put around one. */
const MAX_LENGTH = 300;

/** Tags, whose signs are none, and where an amount may begin: a bracket, or a sign behind a blank. */
const BEGINS = /<[/!]?[a-z-][^<>]*>|[([{（]|(?<=\s|&nbsp;|&#160;|>)[+−–-]/gi;

/** What may be between a name and an amount: blanks, and the tag that begins the amount. */
const BETWEEN = /(?:\s|&nbsp;|&#160;|<[a-z][^<>]*>)$/i;

/**
 * Removes an amount from the end of a name or a value, where plug-ins show what it costs: 'Dial (+3,00 €)', 'Black +£0.00'.
 * Without brackets it has a plus or a minus.
 */
export function withoutPrice(text: string): string {
	const end = text.trimEnd();
	const tail = end.slice(-MAX_LENGTH);
	const isInBrackets = /[)\]}）]$/.test(tail);
	const [begin] = [...tail.matchAll(BEGINS)]
		.filter(([found]) => /^[([{（]/.test(found) === isInBrackets && !found.startsWith('<'))
		.slice(-1);
	if (!begin) return text;
	const amount = plainText(tail.slice(begin.index, isInBrackets ? -1 : undefined));
	if (!(isInBrackets ? isPrice(amount.slice(1)) : isSurcharge(amount))) return text;
	let name = tail.slice(0, begin.index);
	while (BETWEEN.test(name)) name = name.replace(BETWEEN, '').trimEnd();
	return name === '' ? text : end.slice(0, -tail.length) + name;
}

/** Names the properties of a line for a message that misses one, those without a value apart; empty if there are none. */
export function namesSeen(
	properties: ReadonlyArray<{ names: readonly string[]; value?: unknown }>,
): string {
	const namesOf = (areEmpty: boolean): string[] => [
		...new Set(
			properties
				.filter(({ value }) => (value === '' || value === null) === areEmpty)
				.flatMap(({ names }) => names.at(-1) ?? []),
		),
	];
	const [seen, empty] = [namesOf(false), namesOf(true)];
	return (
		(seen.length > 0 ? ` The properties that it has are ${quotedList(seen)}.` : '') +
		(empty.length > 0 ? ` It has nothing in ${quotedList(empty)}.` : '')
	);
}
