// What a line says in its properties and its variant's title: names and values without the prices that plug-ins add, also of
// several choices in one text. Also the option 'Properties to Ignore': which of them
// change nothing, for all lines or for those of a SKU, and what a message tells the user to enter there.

import { isPrice, isSurcharge } from '../../../input/amount';
import { decodeEntities, plainText } from '../../../input/html';
import { comparableName, comparableOptionValue, comparableSku } from '../../../input/equalText';
import { trimmed } from '../../../input/text';
import { quotedList } from '../../../input/wording';
import type { LineProperty, ShopLine } from '../shopOrder';
import { longTextIn } from '../values';

/** Prefix with which WooCommerce names the attributes of variations. */
export const ATTRIBUTE_PREFIX = /^(attribute_)?pa_/i;

/** The name of Shopify's title of a variant, which SKU Mapping may ask for as for a property. */
export const VARIANT_TITLE = 'variant_title';

/** How Shopify joins the options of a variant in its title, and how marketplaces do: 'Navy,XL'. */
const BETWEEN_OPTIONS = / \/ |,(?!\d)\s*/;

/** A choice of the customer that a line names: a property, or the title of Shopify's variant. */
export interface LineValue {
	/** As the shop's owner sees it, for messages. */
	name: string;
	names: readonly string[];
	/** Its names, comparable. */
	keys: readonly string[];
	/** Its value, and the one that the shop shows if they differ; without prices. Of a title its parts too. */
	texts: readonly string[];
	/** Whether it is a field of the line, and nothing that its customer chose. */
	isField?: true | undefined;
	/** Whether either of its name and its value may be what the customer entered. */
	isPair?: true | undefined;
}

/** A price is looked for in so many characters, also with the tags that a shop may put around one. */
const MAX_PRICED_LENGTH = 300;

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
	const tail = end.slice(-MAX_PRICED_LENGTH);
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

/** Whether a name has neither letters nor digits, such as '✏️': a row cannot ask for it. */
export const isNameless = (name: string): boolean => comparableName(name) === '';

/** What a name is compared by: 'pa_size', 'Size ($2.00)' and 'size' are one. One of signs alone is itself. */
export const valueKey = (name: string): string =>
	isNameless(name)
		? name.trim()
		: comparableName(withoutPrice(name.trim()).replace(ATTRIBUTE_PREFIX, ''));

/** What is between the choices of several boxes in one text: 'Left chest +$1.00 | Back +$2.00'. */
const BETWEEN_PRICED = /( \| |\||, )/;

/** Longer texts are cut off: that a customer entered one matters, whatever it is. */
const MAX_LENGTH = 1_000;

/**
 * Reads a value as texts without prices. Choices of several boxes may be a list, and that of one box true or false. Where each
 * of several choices in a text has its own price, they count alone as well.
 */
function textsOf(value: unknown): string[] {
	const list = Array.isArray(value) ? (value as unknown[]).map(longTextIn) : undefined;
	const one = typeof value === 'boolean' ? String(value) : value;
	const whole = longTextIn(list ? list.filter((text) => text !== undefined).join(', ') : one);
	if (whole === undefined) return [];
	const text = whole.slice(0, MAX_LENGTH);
	const pieces = plainText(text).split(BETWEEN_PRICED);
	const choices = pieces.map(withoutPrice);
	const isPriced = choices.slice(0, -1).some((choice, index) => choice !== pieces[index]);
	return isPriced
		? [choices.join(''), ...choices.filter((_, index) => index % 2 === 0)]
		: [withoutPrice(decodeEntities(text))];
}

/** Whether it is the title of a variant, which names all its options in one. */
export const isVariantTitle = ({ keys }: Pick<LineValue, 'keys'>): boolean =>
	keys.includes(comparableName(VARIANT_TITLE));

/** All choices that a line names. */
export function lineValuesOf({
	properties,
	variantTitle,
}: Pick<ShopLine, 'properties' | 'variantTitle'>): LineValue[] {
	const all: LineProperty[] = [...properties, { names: [VARIANT_TITLE], value: variantTitle }];
	return all.flatMap(({ names, value, displayValue, isField, isPair }) => {
		const whole = [value, displayValue].flatMap(textsOf);
		if (whole.length === 0) return [];
		const comparable = names.filter((name) => !isNameless(name));
		const named = comparable.length > 0 ? comparable : names;
		const keys = [...new Set(named.map(valueKey))];
		const isTitle = isVariantTitle({ keys });
		const parts = isTitle ? whole.flatMap((text) => text.split(BETWEEN_OPTIONS)) : [];
		const texts = [...new Set([...whole, ...parts])];
		return [{ name: named.at(-1) ?? '', names, keys, texts, isField, isPair }];
	});
}

/**
 * Whether a line has a value under a name, however both are written. Made once for a line: a SKU may have hundreds of rows,
 * and a line hundreds of properties.
 */
export function saidIn(values: readonly LineValue[]): (name: string, value: string) => boolean {
	const said = new Set(
		values.flatMap(({ keys, texts }) =>
			texts.map(comparableOptionValue).flatMap((text) => keys.map((key) => `${key}:${text}`)),
		),
	);
	return (name, value) =>
		said.has(`${valueKey(name)}:${comparableOptionValue(withoutPrice(value))}`);
}

/** Names the properties of a line for a message that misses one; empty if there are none. */
export function namesSeen(properties: ReadonlyArray<{ names: readonly string[] }>): string {
	const seen = [...new Set(properties.flatMap(({ names }) => names.at(-1) ?? []))];
	return seen.length > 0 ? ` The properties that it has are ${quotedList(seen)}.` : '';
}

/** The properties that change nothing. */
export class IgnoredProperties {
	/** For which SKUs, such as `MUG-*`, by the comparable names of properties. */
	private readonly patterns = new Map<string, Set<string>>();

	/** @param entered `Gift wrap, MUG-*: Personalization` */
	constructor(entered?: unknown) {
		for (const entry of trimmed(entered).split(',')) {
			// The name of a property may have a colon itself.
			this.add(entry, '*');
			const colon = entry.lastIndexOf(':');
			if (colon !== -1) this.add(entry.slice(colon + 1), comparableSku(entry.slice(0, colon)));
		}
	}

	private add(name: string, pattern: string): void {
		const key = valueKey(name);
		if (key !== '') this.patterns.set(key, (this.patterns.get(key) ?? new Set()).add(pattern));
	}

	/** Whether a property changes nothing on a line with this SKU. @param keys its names, as {@link valueKey} gives them */
	has(keys: readonly string[], sku = ''): boolean {
		const patterns = keys.flatMap((key) => [...(this.patterns.get(key) ?? [])]);
		const ofLine = patterns.length > 0 ? comparableSku(sku) : '';
		return patterns.some((pattern) =>
			pattern.endsWith('*') ? ofLine.startsWith(pattern.slice(0, -1)) : ofLine === pattern,
		);
	}
}

/**
 * How a property is ignored. Its name is the same without commas and colons; a SKU with them cannot be entered. The title of a
 * variant is never ignored for all lines.
 *
 * @param saysVariant whether it says another variant: under the same name, other lines may say which one is meant
 * @returns the text to enter, empty where nothing can be entered, and the advice of a message, if there is any
 */
export function howToIgnore(
	{ name, keys }: Pick<LineValue, 'name' | 'keys'>,
	sku = '',
	saysVariant = false,
): { text: string; ways: string[] } {
	const forAll = withoutPrice(name).replaceAll(/[,:]/g, ' ').trim();
	if (valueKey(forAll) === '') return { text: '', ways: ['give the property a name in your shop'] };
	const forSku = sku === '' || /[,:*]/.test(sku) ? [] : [`${sku}: ${forAll}`];
	const both = saysVariant ? [...forSku, forAll] : [forAll, ...forSku];
	const [text, other] = isVariantTitle({ keys }) ? forSku : both;
	if (text === undefined) return { text: '', ways: [] };
	const way = `if it changes nothing, enter "${text}" in the option Properties to Ignore`;
	if (other === undefined) return { text, ways: [way] };
	const lines = other === forAll ? 'all lines' : 'this SKU alone';
	return { text, ways: [`${way}, or "${other}" for ${lines}`] };
}
