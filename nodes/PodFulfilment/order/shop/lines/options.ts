// The options of a line's item, as the catalog writes them, checked as those of any item. Refuses contradicting values; flags
// for review options that the variant does not require.

import {
	choicesOf,
	isListed,
	type CatalogOption,
	type CatalogVariant,
} from '../../../api/catalog/catalogVariant';
import { refuseBroken } from '../../../input/checks';
import { comparableName, comparableOptionValue } from '../../../input/equalText';
import { plainText } from '../../../input/html';
import { MAX_NORMALIZED_LENGTH } from '../../../input/normalizedText';
import { onceForEach } from '../../../input/objects';
import { quote, quotedList, serviceName } from '../../../input/wording';
import { completeOptions, type RefuseItem } from '../../compose/completion';
import type { Option } from '../../compose/item';
import { hasProblem, throwAtOnce, type Check } from '../../findings';
import { ATTRIBUTE_PREFIX, namesSeen, valueKey, withoutPrice } from './lineValues';
import { partLabel, placeWords } from '../orderLabel';
import type { ItemLine, OurLine } from './itemLine';
import { longTextIn } from '../values';
import { refuseFor } from '../../causes';

/** Finds the option of a variant that the first of the names means that means one. */
export function optionNamed(
	variant: CatalogVariant,
	names: readonly string[],
): CatalogOption | undefined {
	const { bySpelling } = choicesOf(variant).options;
	return names
		.flatMap((name) => [comparableName(name.replace(ATTRIBUTE_PREFIX, '')), valueKey(name)])
		.map((key) => bySpelling.get(key))
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
	if (isListed(values, value)) return value;
	if (value.length > MAX_NORMALIZED_LENGTH) return undefined;
	const plain = plainText(value);
	return [value, withoutPrice(value), plain, withoutPrice(plain)]
		.map((form) => onlyValues(values).get(comparableOptionValue(form)))
		.find((found) => found !== undefined);
}

/** The value as the catalog writes it, if that lists it; `shown` is what the shop shows in its place. */
function catalogValue(
	{ id, values }: CatalogOption,
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
	return listed ?? listedAsShown ?? value;
}

interface ChosenOption extends Record<'id' | 'value' | 'field', string> {
	/** Name of the property that it comes from; undefined for one of a row. */
	property?: string;
}

/** The options that the row and the properties of a line choose, each once. What a row says is paid for, whatever else says it. */
function chosenOptions(
	{ row, properties, inProblems }: ItemLine,
	variant: CatalogVariant,
): ChosenOption[] {
	const { byName } = choicesOf(variant).options;
	const chosen = new Map<string, ChosenOption>();
	const choose = (one: ChosenOption): void => {
		const { id, value, field } = one;
		const same = chosen.get(id);
		if (!same) chosen.set(id, one);
		if (!same || same.value === value) return;
		const what = `is ${quote(value)}, but ${same.field} is ${quote(same.value)}`;
		const advice = `Correct one of the two: both are about the option "${id}".`;
		refuseFor('option', field, what, advice);
	};
	for (const { name, value, field } of row?.options ?? []) {
		const option = byName.get(name) ?? optionNamed(variant, [name]);
		const { id } = option ?? { id: name };
		choose({ id, value: option ? catalogValue(option, value, field) : value, field });
	}
	for (const { names, value, displayValue } of properties) {
		const option = optionNamed(variant, names);
		const shown = longTextIn(displayValue);
		const text = longTextIn(value) ?? shown;
		if (!option || text === undefined) continue;
		const property = names.at(-1) ?? '';
		const field = `${inProblems} → Property ${quote(property)}`;
		choose({ id: option.id, value: catalogValue(option, text, field, shown), field, property });
	}
	return [...chosen.values()];
}

/**
 * Composes the options of a line from its row of SKU Mapping and from its properties, which are named like the option's
 * ID or label. Without the catalog, the row's options are used as written.
 *
 * @throws UserError for two values of one option, and for an option or a value that the variant does not have, or lacks
 */
export function lineOptions(
	{ line, variant, settings, findings }: OurLine,
	check: Check = throwAtOnce,
): Option[] {
	if (!variant) return (line.row?.options ?? []).map(({ name, value }) => ({ id: name, value }));
	const chosen = chosenOptions(line, variant);
	const { byName } = choicesOf(variant).options;
	const fields = chosen.map(({ field }) => field);
	const { property: word, place } = placeWords(line);
	const refuseOption: RefuseItem = (path, what, whatToDo, missing) => {
		const { label = '', values = [] } = byName.get(missing ?? '') ?? {};
		const choices = values.length === 0 ? '' : `, with one of ${quotedList(values)}`;
		const advice = `Give the line a ${word} named ${quote(label)} in your ${place}${choices}, or enter the options in SKU Mapping.${namesSeen(line.properties)}`;
		const field = partLabel(line.inProblems, fields, path);
		return refuseFor('option', field, what, missing === undefined ? whatToDo : advice);
	};
	const given = chosen.map(({ id, value }) => ({ id, value }));
	const options = completeOptions(given, variant, refuseOption, check);
	if (hasProblem(findings.list)) return options;
	const wanted = new Set(settings.options.map(comparableName));
	for (const { property, id } of chosen) {
		const { label = '', required = false } = byName.get(id) ?? {};
		const isWanted = required || [id, label].some((name) => wanted.has(comparableName(name)));
		if (property === undefined || isWanted) continue;
		// Customers can add properties, and nobody may have paid for what the option adds.
		findings.review(
			`${line.label}: its property ${quote(property)} sets the option "${serviceName(id)}" (${serviceName(label)}), which variant "${variant.name}" does not require: check that it is wanted and paid for, or list it in the option Options From Properties`,
			{ cause: 'extraOption', text: serviceName(id) },
		);
	}
	return options;
}
