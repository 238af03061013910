// Index of a variant's placements and options in the catalog, made once for each variant: by type, ID or spelling, and
// which are required. Also which placement a file without a type gets, which required ones are missing, and whether a
// list of the catalog has a text.

import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { comparableName } from '../../input/equalText';

export type CatalogPlacement = CatalogVariant['placements'][number];
export type CatalogOption = CatalogVariant['options'][number];

/** The placements and options of a variant by what items name them: an order may name thousands of them. */
export interface VariantIndex {
	/** Types of all placements, as the catalog writes them. */
	types: readonly string[];
	/** The first placement of each type. */
	byType: ReadonlyMap<string, CatalogPlacement>;
	/** The only placement of each spelling; undefined where several are spelled alike. */
	bySpelling: ReadonlyMap<string, CatalogPlacement | undefined>;
	requiredPlacements: readonly CatalogPlacement[];
	requiredTypes: ReadonlySet<string>;
	optionIds: readonly string[];
	/** The first option of each ID. */
	optionsById: ReadonlyMap<string, CatalogOption>;
	/** The only option of each spelling of IDs and labels; undefined where several are spelled alike. */
	optionsBySpelling: ReadonlyMap<string, CatalogOption | undefined>;
	requiredOptions: readonly CatalogOption[];
}

function firstsBy<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string) {
	return new Map([...entries].reverse().map((entry) => [keyOf(entry), entry]));
}

function newIndex({ placements, options }: CatalogVariant): VariantIndex {
	const bySpelling = new Map<string, CatalogPlacement | undefined>();
	for (const entry of placements) {
		const spelling = comparableName(entry.type);
		bySpelling.set(spelling, bySpelling.has(spelling) ? undefined : entry);
	}
	const optionsBySpelling = new Map<string, CatalogOption | undefined>();
	for (const entry of options) {
		for (const spelling of new Set([comparableName(entry.id), comparableName(entry.label)])) {
			if (spelling === '') continue;
			optionsBySpelling.set(spelling, optionsBySpelling.has(spelling) ? undefined : entry);
		}
	}
	const requiredPlacements = placements.filter(({ required }) => required);
	return {
		types: placements.map(({ type }) => type),
		byType: firstsBy(placements, ({ type }) => type),
		bySpelling,
		requiredPlacements,
		requiredTypes: new Set(requiredPlacements.map(({ type }) => type)),
		optionIds: options.map(({ id }) => id),
		optionsById: firstsBy(options, ({ id }) => id),
		optionsBySpelling,
		requiredOptions: options.filter(({ required }) => required),
	};
}

/** One for each variant, since all items of an order may be of one. */
const indexes = new WeakMap<CatalogVariant, VariantIndex>();

export function variantIndexOf(variant: CatalogVariant): VariantIndex {
	const index = indexes.get(variant) ?? newIndex(variant);
	indexes.set(variant, index);
	return index;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a list of the catalog has a text; the list itself is read once. */
export function lists(texts: readonly string[], text: string): boolean {
	const set = sets.get(texts) ?? new Set(texts);
	sets.set(texts, set);
	return set.has(text);
}

/**
 * The placements that get files without a type, one after the other: those that the variant requires. An optional one that
 * nobody named would be a print that nobody may want. Only where none is required, the only file of an item goes to the
 * first one in the catalog.
 */
export class FreePlacements {
	private readonly placements: readonly CatalogPlacement[];

	private position = 0;

	/** @param fileCount print files of the item, with and without a type */
	constructor(variant: CatalogVariant, fileCount: number) {
		const { requiredPlacements } = variantIndexOf(variant);
		this.placements =
			requiredPlacements.length === 0 && fileCount === 1
				? variant.placements.slice(0, 1)
				: requiredPlacements;
	}

	/**
	 * The first of them that is unused; undefined if there is none.
	 *
	 * @param usedTypes only ever grows
	 */
	first(usedTypes: ReadonlySet<string>): CatalogPlacement | undefined {
		for (;;) {
			const entry = this.placements[this.position];
			if (entry === undefined || !usedTypes.has(entry.type)) return entry;
			this.position += 1;
		}
	}
}

/** The first entries that are missing, so many at most. */
export function firstMissing<Entry>(
	required: Iterable<Entry>,
	isGiven: (entry: Entry) => boolean,
	count: number,
): Entry[] {
	const missing: Entry[] = [];
	for (const entry of required) {
		if (missing.length === count) break;
		if (!isGiven(entry)) missing.push(entry);
	}
	return missing;
}
