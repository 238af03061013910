// Refuses a set, which is rows of SKU Mapping with 'Part of a Set', of which a part may be missing or was entered twice.

import { refuse } from '../../../input/checks';
import type { LineWithProblemLabel } from '../shopOrder';
import type { MappedSku } from './mappingRow';

/** What tells one part from another: two that are equal would be one part that was entered twice. */
const contentOf = ({ sku, variantId, productId, files, options }: MappedSku): string =>
	JSON.stringify([
		...[sku, variantId, productId],
		...[files.map(({ placement, url }) => [placement, url])],
		...[options.map(({ name, value }) => [name, value])],
	]);

/**
 * Refuses parts of a set of which others may be missing, or one was entered twice. Accepts rows that are no set.
 *
 * @param rows that apply to the line
 */
export function refuseIncompleteSet(
	rows: readonly MappedSku[],
	{ inProblems }: Pick<LineWithProblemLabel, 'inProblems'>,
): void {
	const [first, ...others] = rows.filter(({ isPart }) => isPart);
	if (!first) return;
	if (others.length === 0) {
		refuse(
			inProblems,
			`is a set of which only ${first.field} applies`,
			"Add a row with 'Part of a Set' for each other part, or turn it off where nothing else is produced.",
		);
	}
	const known = new Map([[contentOf(first), first]]);
	for (const part of others) {
		const same = known.get(contentOf(part));
		if (same) {
			refuse(
				inProblems,
				`is a set in which ${same.field} and ${part.field} are the same part`,
				"Remove one of the two, or enter how many there are under 'Pieces'.",
			);
		}
		known.set(contentOf(part), part);
	}
}
