// Flags for review choices of customers that nothing shows to be produced: those that cost extra where all orders get
// the same print file, and those by which lines differ that would be produced alike. Other texts are mostly in the
// print file, since apps make one for each line.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { comparableName, comparableOptionValue } from '../../../input/equalText';
import type { Pieces } from '../../../input/nextTurn';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import type { ShopLine } from '../shopOrder';
import { choicesOf, HOW_TO_ALLOW, type CustomerChoice } from './customerChoices';
import { isSizeName } from './letterSizes';
import type { LineValue } from './lineValues';
import { optionNamed } from './options';
import type { PrintFileSettings } from './placements';
import { statedPlacements } from './statedPlacements';
import { isFulfilled, type LineResult } from './lineResult';

/** Whether all orders get one file: what a customer entered cannot be in it. */
export const isSameForAll = (hasRowFiles: boolean, printFile: PrintFileSettings): boolean =>
	hasRowFiles ||
	('template' in printFile && !/\{(?:lineId|orderNumber)\}/.test(printFile.template));

/** Shorter texts are parts of other words. */
const MIN_LENGTH = 3;

const isIn = (text: string, ...names: ReadonlyArray<string | undefined>): boolean =>
	comparableName(text).length >= MIN_LENGTH &&
	names.some((name) => comparableName(name ?? '').includes(comparableName(text)));

/**
 * Adds to the review what costs extra and is neither an option, a size or a side nor in the name of the variant, where the
 * print file is the same for all orders.
 *
 * @param openValues without those that rows of SKU Mapping ask for
 */
export function reviewPaidChoices(
	{ label, properties, name }: ShopLine,
	variant: CatalogVariant | undefined,
	openValues: readonly LineValue[],
	listed: readonly string[],
	findings: Findings,
): void {
	const open = new Map(openValues.flatMap((value) => value.keys.map((key) => [key, value])));
	const isProduced = ({ keys, text }: CustomerChoice): boolean => {
		const value = keys.map((key) => open.get(key)).find((one) => one !== undefined);
		if (!value || value.names.some(isSizeName)) return true;
		if (isIn(text, name, variant?.name, variant?.sku)) return true;
		return (
			variant !== undefined &&
			(optionNamed(variant, value.names) !== undefined ||
				value.texts.every(
					(one) => statedPlacements({ ...value, texts: [one] }, variant).length > 0,
				))
		);
	};
	const paid = choicesOf(properties, listed).find((one) => one.isPaid && !isProduced(one));
	if (!paid) return;
	findings.review(
		`${label}: ${quote(paid.name)} is ${quote(paid.text)} and costs extra, but is not in the print file, which is the same for all orders: check how it is produced, or ${HOW_TO_ALLOW}`,
	);
}

/** The first choice of a line that another line lacks, or has with another text. */
function differingChoice(
	choices: readonly CustomerChoice[],
	others: readonly CustomerChoice[],
): CustomerChoice | undefined {
	const textsOf = (keys: readonly string[]): string[] =>
		others
			.filter((other) => other.keys.some((key) => keys.includes(key)))
			.map(({ text }) => comparableOptionValue(text));
	return choices.find(({ keys, text }) => !textsOf(keys).includes(comparableOptionValue(text)));
}

/** Says that lines become the same item, with the same files, although the customer chose different things. */
export function* reviewSameItems(
	ours: readonly LineResult[],
	listed: readonly string[],
): Pieces<void> {
	const firsts = new Map<string, LineResult & { choices?: CustomerChoice[] }>();
	for (const result of ours) {
		yield;
		const { line, item, findings } = result;
		if (!item || isFulfilled(line) || findings.list.some(({ level }) => level === 'review'))
			continue;
		const { variantId, placements, options } = item;
		const content = JSON.stringify([variantId, placements, options]);
		const first = firsts.get(content);
		if (!first) {
			firsts.set(content, { ...result });
			continue;
		}
		const own = choicesOf(line.properties, listed);
		const others = (first.choices ??= choicesOf(first.line.properties, listed));
		const choice = differingChoice(own, others) ?? differingChoice(others, own);
		if (!choice) continue;
		findings.review(
			`${line.label} and ${first.line.label} differ by ${quote(choice.name)}, which is ${quote(choice.text)} in one of them, but would be produced alike: check their print files, or ${HOW_TO_ALLOW}`,
		);
	}
}
