// The options of a line's item, as the catalog writes them: from its row of SKU Mapping and from its properties.
// Refuses missing, unlisted or contradicting values; flags for review options that the variant does not require.
// Indexes the values of an option.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { refuseBroken } from '../../../input/checks';
import { comparableName, comparableOptionValue } from '../../../input/equalText';
import { MAX_NORMALIZED_LENGTH } from '../../../input/normalizedText';
import { onceForEach } from '../../../input/onceForEach';
import { plainText } from '../../../input/plainText';
import { firstAndMore, quote, quotedList, serviceName } from '../../../input/wording';
import type { Findings } from '../../findings';
import type { Option } from '../../compose/item';
import { choicesOf, lists, type CatalogOption } from '../../compose/variantChoices';
import { ATTRIBUTE_PREFIX } from './lineValues';
import type { MappedSku } from './mappingRow';
import { namesSeen, withoutPrice } from './propertyText';
import { placeWords } from '../shopLine';
import type { LineProperty } from '../shopOrder';
import type { ItemLine } from './itemLines';
import { longTextIn } from '../values';
import { refuseFor } from '../../causes';

/** Finds the option of a variant that the first of the names means that means one. */
export function optionNamed(
	variant: CatalogVariant,
	names: readonly string[],
): CatalogOption | undefined {
	const { bySpelling } = choicesOf(variant).options;
	return names
		.map((name) => name.replace(ATTRIBUTE_PREFIX, ''))
		.flatMap((name) => [name, withoutPrice(name)])
		.map((name) => bySpelling.get(comparableName(name)))
		.find((option) => option !== undefined);
}

/** Values of an option that differ from all others, by their comparable form. */
const onlyValues = onceForEach((values: readonly string[]) => {
	const index = new Map<string, string | undefined>();
	for (const value of values) {
		const key = comparableOptionValue(value);
		index.set(key, index.has(key) ? undefined : value);
	}
	return index;
});

/** Finds a value in the list of the catalog, which may write it otherwise; undefined if it is none of them. */
function listedValue(values: readonly string[], value: string): string | undefined {
	if (lists(values, value)) return value;
	if (value.length > MAX_NORMALIZED_LENGTH) return undefined;
	const plain = plainText(value);
	return [value, withoutPrice(value), plain, withoutPrice(plain)]
		.map((form) => onlyValues(values).get(comparableOptionValue(form)))
		.find((found) => found !== undefined);
}

/** The value as the catalog writes it. Refuses one that it does not list; `shown` is what the shop shows in its place. */
function catalogValue(
	{ id, label, values }: CatalogOption,
	value: string,
	field: string,
	shown = value,
): string {
	refuseBroken(value, field);
	if (values.length === 0) return withoutPrice(value);
	const [listed, listedAsShown] = [listedValue(values, value), listedValue(values, shown)];
	if (listed !== undefined && listedAsShown !== undefined && listed !== listedAsShown) {
		return refuseFor(
			'option',
			field,
			`is ${quote(value)}, but the shop shows ${quote(shown)}, and the catalog lists both`,
			`Correct it in the shop, or enter the value of option "${serviceName(id)}" in SKU Mapping.`,
		);
	}
	const found = listed ?? listedAsShown;
	if (found !== undefined) return found;
	const what = `is ${quote(value)}, which the catalog does not list for option "${serviceName(id)}" (${serviceName(label)})`;
	return refuseFor('option', field, what, `Choose one of ${quotedList(values)}.`);
}

interface GivenOption extends Record<'value' | 'field', string> {
	option: CatalogOption;
	/** The field without the name of the order. */
	shortField: string;
	/** Name of the property that it comes from; undefined for one of a row. */
	property?: string;
}

function optionsOfRow({ options }: MappedSku, variant: CatalogVariant): GivenOption[] {
	const { byName, names } = choicesOf(variant).options;
	const advice =
		names.length === 0
			? 'Remove the option: this variant has none.'
			: `Choose one of ${quotedList(names)}.`;
	return options.map(({ name, value, field }) => {
		const what = `names the option ${quote(name)}, which variant "${variant.name}" does not have`;
		const option =
			byName.get(name) ?? optionNamed(variant, [name]) ?? refuseFor('option', field, what, advice);
		return { option, value: catalogValue(option, value, field), field, shortField: field };
	});
}

function optionOfProperty(
	{ names, value, displayValue }: LineProperty,
	variant: CatalogVariant,
	line: Pick<ItemLine, 'label' | 'inProblems'>,
): GivenOption[] {
	const option = optionNamed(variant, names);
	const shown = longTextIn(displayValue);
	const text = longTextIn(value) ?? shown;
	if (!option || text === undefined) return [];
	const property = names.at(-1) ?? '';
	const [field, shortField] = [line.inProblems, line.label].map(
		(label) => `${label} → Property ${quote(property)}`,
	) as [string, string];
	return [{ option, value: catalogValue(option, text, field, shown), field, shortField, property }];
}

/** What is missing, with the values to choose from. */
const missingOption = ({ id, label, values }: CatalogOption): string =>
	`"${serviceName(id)}" (${serviceName(label)})${values.length === 0 ? '' : `: ${quotedList(values)}`}`;

/** Whether a property sets an option that its variant does not require, and that the user did not list. */
function isExtra({ property, option }: GivenOption, listed: readonly string[]): boolean {
	const { id, label, required } = option;
	const names = new Set([id, label].map(comparableName));
	return (
		property !== undefined &&
		!required &&
		!listed.map(comparableName).some((name) => names.has(name))
	);
}

/**
 * Composes the options of a line from its row of SKU Mapping and from its properties, which are named like the option's
 * ID or label. Without the catalog, the row's options are used as written.
 *
 * @param listed options that properties may set although the variant does not require them
 */
export function lineOptions(
	line: Pick<ItemLine, 'label' | 'inProblems' | 'isRow' | 'properties'>,
	row: MappedSku | undefined,
	variant: CatalogVariant | undefined,
	listed: readonly string[],
	findings: Findings,
): Option[] {
	if (!variant) return (row?.options ?? []).map(({ name, value }) => ({ id: name, value }));
	const given = [
		...(row ? optionsOfRow(row, variant) : []),
		...line.properties.flatMap((property) => optionOfProperty(property, variant, line)),
	];
	const chosen = new Map<string, GivenOption>();
	for (const entry of given) {
		const known = chosen.get(entry.option.id);
		if (known && known.value !== entry.value) {
			const what = `is ${quote(entry.value)}, but ${known.shortField} is ${quote(known.value)}`;
			const advice = `Correct one of the two: both are about the option "${entry.option.id}".`;
			return refuseFor('option', entry.field, what, advice);
		}
		// What a row says is paid for, whatever else says it.
		if (!known) chosen.set(entry.option.id, entry);
	}
	const { required } = choicesOf(variant).options;
	const missing = required.filter(({ id }) => !chosen.has(id));
	const [first] = missing;
	if (first) {
		const words = placeWords(line);
		return refuseFor(
			'option',
			line.inProblems,
			`lacks ${missing.length === 1 ? 'an option' : 'options'} that variant "${variant.name}" requires: ${firstAndMore(missing, missingOption).join('; ')}`,
			`Give the line a ${words.property} named ${quote(first.label)} in your ${words.place}, or enter the options in SKU Mapping.${namesSeen(line.properties)}`,
		);
	}
	// Customers can add properties, and nobody may have paid for what the option adds.
	for (const { property, option } of [...chosen.values()].filter((one) => isExtra(one, listed))) {
		findings.review(
			`${line.label}: its property ${quote(property)} sets the option "${serviceName(option.id)}" (${serviceName(option.label)}), which variant "${variant.name}" does not require: check that it is wanted and paid for, or list it in the option Options From Properties`,
			{ cause: 'extraOption', text: serviceName(option.id) },
		);
	}
	return [...chosen.values()].map(({ option: { id }, value }) => ({ id, value }));
}
