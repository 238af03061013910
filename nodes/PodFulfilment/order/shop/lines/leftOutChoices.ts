// Flags for review a line that is left out and personalizes another one, such as the fee of an app with the texts that
// the customer entered: the two share an ID, or one names the other.

import { quote } from '../../../input/wording';
import type { LineProperty, ShopLine } from '../shopOrder';
import { textIn } from '../values';
import { choicesOf, HOW_TO_ALLOW, isHidden } from './customerChoices';
import { isFulfilled, type LineResult } from './lineResult';

/** Names of hidden properties whose IDs lines of one customization have in common. */
const LINK_NAME = /id$|key|group|parent|builder|custom|related|bundle/i;

const ID = /^(?=.*\d)[\w-]{6,}$/;

/** Properties of the app whose fee is a line without a SKU. */
const OF_FEE = /^_pplr/i;

const MIN_NAME_LENGTH = 4;

const textsOf = ({ value }: LineProperty): string | never[] => textIn(value) ?? [];

/** The texts of the hidden properties that may link a line to another one. */
const linksOf = ({ properties }: ShopLine): string[] =>
	properties
		.filter((one) => isHidden(one) && one.isField !== true && LINK_NAME.test(one.names[0] ?? ''))
		.flatMap(textsOf)
		.filter((written) => ID.test(written));

/** Whether a text is the name of a line, or its beginning: the product without its variant. */
const isNameOf = (written: string, { name = '' }: ShopLine): boolean =>
	name.length >= MIN_NAME_LENGTH &&
	written.length >= MIN_NAME_LENGTH &&
	(written.includes(name) || name.startsWith(written));

/** Whether a line names another one, or has an ID in common with it. */
function isFor(line: ShopLine, other: ShopLine): boolean {
	const ids = [other.id, other.variationId, ...other.skus, ...linksOf(other)];
	const texts = line.properties.filter(({ isField }) => isField !== true).flatMap(textsOf);
	return (
		linksOf(line).some((text) => ids.includes(text)) ||
		texts.some((text) => isNameOf(text, other) || other.skus.includes(text)) ||
		(line.skus.length === 0 && line.properties.some(({ names }) => OF_FEE.test(names[0] ?? '')))
	);
}

/** Says that a line that is left out holds what the customer chose for a line that is ordered and has not left. */
export function reviewLeftOut(
	{ line, findings }: LineResult,
	ours: readonly LineResult[],
	listed: readonly string[],
): void {
	const ordered = ours.map((result) => result.line).filter((other) => !isFulfilled(other));
	if (!ordered.some((other) => isFor(line, other))) return;
	const choice = choicesOf(line.properties, listed).find(
		({ text }) => !ordered.some((other) => isNameOf(text, other)),
	);
	if (!choice) return;
	findings.review(
		`${line.label} is not ordered, but says what the customer chose for another line: ${quote(choice.name)} is ${quote(choice.text)}. Check that it is in the print file there, or ${HOW_TO_ALLOW}`,
	);
}
