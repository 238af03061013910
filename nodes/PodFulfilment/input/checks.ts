// Checks the value of a parameter: external ID, quantity, switch (true or false), choice from a fixed list, text.
// Refuses one that cannot be sent, with the label of its field and what to enter instead. Also whether a field is
// blank.

import { UserError } from 'n8n-workflow';

import { EXTERNAL_ID_MAX_LENGTH, EXTERNAL_ID_PATTERN, QUANTITY_MIN } from '../spec/service';
import { brokenKindOf, isNoNumber } from './brokenText';
import { MAX_NORMALIZED_LENGTH, normalizedText } from './normalizedText';
import { isBrokenNumber, KEEP_AS_TEXT } from './number';
import { joinedBy, MAX_LISTED, quote, quotedList } from './wording';

/** The label of a field in messages; a function where it takes time to find. */
export type Label = string | (() => string);

/** Throws a UserError whose message begins with the field's label. */
export function refuse(field: Label, what: string, whatToDo: string): never {
	const label = typeof field === 'string' ? field : field();
	throw new UserError(`${label} ${what}`, { description: whatToDo });
}

/**
 * Refuses a text that stands in place of a value, such as an expression that was not evaluated.
 *
 * @throws UserError
 */
export function refuseBroken(value: unknown, field: Label): void {
	const kind = typeof value === 'string' ? brokenKindOf(value) : undefined;
	if (kind === 'expression') {
		refuse(
			field,
			'holds an expression that was not evaluated: switch the field to Expression',
			'It was entered as Fixed, here or in a node before this one, and would be sent as it is written.',
		);
	}
	if (kind === 'object') {
		refuse(
			field,
			`is ${quote(value)}, which an object becomes as text`,
			'Enter one field of the object, such as its name, in place of the whole.',
		);
	}
}

/** Refuses what could not be calculated. */
export const refuseNoNumber = (field: Label): never =>
	refuse(
		field,
		'is not a number: it could not be calculated',
		'Check the values that it is calculated from.',
	);

/** All that an external ID must not have, e.g. 'the characters "#" and "/" and a space'; '' if nothing. */
function notAllowedIn(externalId: string): string {
	const found = [...new Set(externalId)].filter((character) => !/[A-Za-z0-9_-]/.test(character));
	const visible = found.filter((character) => character.trim() !== '');
	const isBreak = (character: string): boolean => /[\r\n]/.test(character);
	const named = visible.slice(0, MAX_LISTED).map((character) => `"${character}"`);
	return [
		...(named.length > 0 ? [`the character${named.length > 1 ? 's' : ''} ${joinedBy(named)}`] : []),
		...(found.some((character) => character.trim() === '' && !isBreak(character))
			? ['a space']
			: []),
		...(found.some(isBreak) ? ['a line break'] : []),
	].join(' and ');
}

/** The nearest text that can be an external ID, for a message; '' where nothing is left. */
const proposedExternalId = (text: string): string =>
	normalizedText(text.slice(0, MAX_NORMALIZED_LENGTH), 'NFKD')
		.replace(/\p{M}/gu, '')
		.replaceAll('ß', 'ss')
		.replace(/[^A-Za-z0-9_-]+/g, '-')
		.slice(0, EXTERNAL_ID_MAX_LENGTH)
		.replace(/^-|-$/g, '');

/**
 * Checks and returns an order's external ID (spec sections 2 and 8): 1 to 63 letters, digits, hyphens and underscores.
 *
 * @throws UserError that names the violated rule, with all characters that are not allowed, and proposes another
 */
export function externalIdOf(value: unknown, field: string): string {
	if (isBrokenNumber(value)) {
		return refuse(field, `is ${quote(value)}, a number that has lost digits`, KEEP_AS_TEXT);
	}
	const externalId = typeof value === 'number' ? String(value) : value;
	if (typeof externalId !== 'string' || externalId === '') {
		return refuse(
			field,
			'is empty',
			'Enter the order number of your own shop. It keeps an order from being placed twice.',
		);
	}
	refuseBroken(externalId, field);
	if (/(?:^|[_-])(?:undefined|null|NaN)(?:$|[_-])/.test(externalId)) {
		return refuse(
			field,
			`${quote(externalId)} has no order number, but what a missing value becomes as text`,
			'Check the field that it is taken from: two orders under one External ID would count as one.',
		);
	}
	// Of megabytes, which an expression may give, the beginning says what is wrong.
	const beginning = externalId.slice(0, MAX_NORMALIZED_LENGTH);
	const length = [...beginning].length + externalId.length - beginning.length;
	const notAllowed = notAllowedIn(beginning);
	const proposed = proposedExternalId(externalId);
	const example = proposed === '' ? '' : `, for example "${proposed}"`;
	if (length > EXTERNAL_ID_MAX_LENGTH) {
		return refuse(
			field,
			`has ${length} characters, but the service accepts at most ${EXTERNAL_ID_MAX_LENGTH}`,
			`Shorten it${notAllowed === '' ? '' : `. It contains ${notAllowed} as well: use letters, digits, hyphens and underscores only${example}`}.`,
		);
	}
	if (!EXTERNAL_ID_PATTERN.test(externalId)) {
		return refuse(
			field,
			`${quote(externalId)} must not contain ${notAllowed}`,
			`Use letters, digits, hyphens and underscores only${example}.`,
		);
	}
	return externalId;
}

/**
 * Checks and returns a quantity (spec section 8): a whole number greater than 0. Numbers as text, as spreadsheets have
 * them, are accepted.
 *
 * @throws UserError for anything else
 */
export function quantityOf(value: unknown, field: Label): number {
	refuseBroken(value, field);
	const quantity =
		typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
	if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity < QUANTITY_MIN) {
		return refuse(
			field,
			`is ${value === undefined || value === '' ? 'empty' : quote(value)}, but must be a whole number greater than 0`,
			'Enter 1, 2, 3 and so on.',
		);
	}
	return quantity;
}

/** True or false, also as the text that an expression or an AI agent may give; undefined for anything else. */
export function switchIn(value: unknown): boolean | undefined {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (given === true || given === 'true') return true;
	return given === false || given === 'false' ? false : undefined;
}

/**
 * Reads a boolean parameter. An expression or an AI agent may pass it as text.
 *
 * @returns undefined when nothing was entered
 * @throws UserError for anything but true and false
 */
export function optionalSwitch(value: unknown, field: string): boolean | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	return (
		switchIn(value) ??
		refuse(field, `is ${quote(value)}, but must be true or false`, 'Turn it on or off.')
	);
}

/** Like {@link optionalSwitch}, but false when nothing was entered. */
export const switchOf = (value: unknown, field: string): boolean =>
	optionalSwitch(value, field) ?? false;

/**
 * Reads a parameter with a fixed list, to which an expression or an AI agent may give anything. Letter case and spaces
 * around it do not matter.
 *
 * @returns the value as the list has it; undefined when nothing was entered
 * @throws UserError for a value that the list does not have
 */
export function optionalChoice<const Choice extends string>(
	value: unknown,
	field: string,
	choices: readonly Choice[],
): Choice | undefined {
	if (value === undefined || value === null) return undefined;
	const given = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
	if (given === '') return undefined;
	return (
		choices.find((choice) => choice.toLowerCase() === given) ??
		refuse(field, `is ${quote(value)}, which is unknown`, `Choose one of ${quotedList(choices)}.`)
	);
}

/** Whether a field or a cell is empty: undefined, null or a blank text. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Reads an optional text parameter, trimmed. Numbers become text; undefined, null and blank texts become undefined.
 *
 * @throws UserError for anything else, and for a text or a number that stands in place of a value
 */
export function optionalText(
	value: unknown,
	field: Label,
	whatToDo = 'Enter text.',
): string | undefined {
	if (isBlank(value)) return undefined;
	refuseBroken(value, field);
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number') return isNoNumber(value) ? refuseNoNumber(field) : String(value);
	return refuse(field, `is ${quote(value)}, but must be text`, whatToDo);
}

/** Like {@link optionalText}, but throws a UserError when there is no text. */
export function requiredText(value: unknown, field: Label, whatToDo: string): string {
	return optionalText(value, field) ?? refuse(field, 'is empty', whatToDo);
}
