// The option 'Properties to Ignore': which properties of lines change nothing, for all lines or for those of a SKU, and
// what a message tells the user to enter there.

import { comparableSku } from '../../../input/equalText';
import { trimmed } from '../../../input/text';
import { isVariantTitle, valueKey, withoutPrice, type LineValue } from './lineValues';

/** Whether a SKU is the one that the user wrote, or begins like it: `MUG-*`. */
const matches = (pattern: string, sku: string): boolean =>
	pattern.endsWith('*') ? sku.startsWith(pattern.slice(0, -1)) : sku === pattern;

/** The properties that change nothing. */
export class IgnoredProperties {
	/** For which SKUs, by the comparable names of properties. */
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
		if (patterns.length === 0) return false;
		return patterns.some((pattern) => matches(pattern, comparableSku(sku)));
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
