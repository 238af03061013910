// The placement types of a variant by their comparable form, as the catalog writes them; made once for each variant.
// Which of them get a print file is decided in placements.ts.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { comparableName } from '../../../input/equalText';

/** One for each variant, since all lines of an order may be of one. */
const indexes = new WeakMap<CatalogVariant, ReadonlyMap<string, string>>();

/** The placement types of a variant as the catalog writes them, by their comparable form. */
export function placementTypesOf(variant: CatalogVariant): ReadonlyMap<string, string> {
	const known = indexes.get(variant);
	if (known) return known;
	const types = new Map(variant.placements.map(({ type }) => [comparableName(type), type]));
	indexes.set(variant, types);
	return types;
}
