// The option 'Properties to Ignore': which properties of lines change nothing, for all lines or for those of a SKU, and
// what a message tells the user to enter there.

import { comparableSku } from '../../../input/equalText';
import { trimmed } from '../../../input/guards';
import { isVariantTitle, valueKey, type LineValue } from './lineValues';
import { withoutPrice } from './propertyText';

/** Any line, also one without a SKU. */
const ALL = '';

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
			this.add(entry, ALL);
			const colon = entry.lastIndexOf(':');
			if (colon !== -1) this.add(entry.slice(colon + 1), comparableSku(entry.slice(0, colon)));
		}
	}

	private add(name: string, pattern: string): void {
		const key = valueKey(name);
		if (key !== '') this.patterns.set(key, (this.patterns.get(key) ?? new Set()).add(pattern));
	}

	/**
	 * Whether a property of a line changes nothing.
	 *
	 * @param keys its names, as {@link valueKey} gives them
	 * @param skus of the line
	 */
	has(keys: readonly string[], skus: readonly string[]): boolean {
		const comparable = skus.map(comparableSku);
		return keys
			.flatMap((key) => [...(this.patterns.get(key) ?? [])])
			.some((pattern) => pattern === ALL || comparable.some((sku) => matches(pattern, sku)));
	}
}

type NamedValue = Pick<LineValue, 'name' | 'keys'>;

const writtenName = (name: string): string => withoutPrice(name).replaceAll(/[,:]/g, ' ').trim();

const forSku = (sku: string, entry: string): string | undefined =>
	sku === '' || /[,:*]/.test(sku) ? undefined : `${sku}: ${entry}`;

/**
 * What has a property ignored. Its name is the same without commas and colons; a SKU with them cannot be entered. The title of
 * a variant is never ignored for all lines.
 *
 * @param saysVariant whether it says another variant: under the same name, other lines may say which one is meant
 * @returns undefined where nothing can be entered
 */
export function ignoringText(
	{ name, keys }: NamedValue,
	[sku = '']: readonly string[],
	saysVariant = false,
): string | undefined {
	const entry = writtenName(name);
	if (valueKey(entry) === '') return undefined;
	if (isVariantTitle({ keys })) return forSku(sku, entry);
	return (saysVariant ? forSku(sku, entry) : undefined) ?? entry;
}

/** The ways to have a property ignored, as {@link ignoringText}. What has no name that can be entered needs one. */
export function howToIgnore(
	value: NamedValue,
	skus: readonly string[],
	saysVariant = false,
): string[] {
	const entry = writtenName(value.name);
	if (valueKey(entry) === '') return ['give the property a name in your shop'];
	const text = ignoringText(value, skus, saysVariant);
	if (text === undefined) return [];
	const ofSku = forSku(skus[0] ?? '', entry);
	const isForAll = text === entry;
	const others =
		isForAll && ofSku !== undefined
			? `, or "${ofSku}" for this SKU alone`
			: isForAll || isVariantTitle(value)
				? ''
				: `, or "${entry}" for all lines`;
	return [`if it changes nothing, enter "${text}" in the option Properties to Ignore${others}`];
}
