// What a variant offers in the catalog, by name and by spelling: its placements, of which some are free, and its options.

import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { comparableName } from '../../input/equalText';
import { onceForEach } from '../../input/objects';

export type CatalogPlacement = CatalogVariant['placements'][number];
export type CatalogOption = CatalogVariant['options'][number];

/** Required placements or options of one item that are named as missing. No variant has as many. */
const MAX_MISSING = 20;

/** The placements or the options of a variant. @param labelOf what people call an entry besides its name */
function choicesIn<Entry extends { required: boolean }>(
	entries: readonly Entry[],
	nameOf: (entry: Entry) => string,
	labelOf: (entry: Entry) => string = nameOf,
) {
	const byName = new Map([...entries].reverse().map((entry) => [nameOf(entry), entry]));
	const bySpelling = new Map<string, Entry | undefined>();
	for (const entry of entries) {
		for (const spelling of new Set([nameOf(entry), labelOf(entry)].map(comparableName))) {
			if (spelling === '') continue;
			bySpelling.set(spelling, bySpelling.has(spelling) ? undefined : entry);
		}
	}
	const required = entries.filter((entry) => entry.required);
	return {
		/** Types or IDs, as the catalog writes them. */
		names: entries.map(nameOf),
		/** The first of each name. */
		byName,
		/** The only one of each spelling; undefined where several are spelled alike. */
		bySpelling,
		required,
		requiredNames: new Set(required.map(nameOf)),
		/** The entry that a text names: as written in the catalog, else the only one spelled alike. */
		named: (text: string) => byName.get(text) ?? bySpelling.get(comparableName(text)),
		/** The first that are required and not given. */
		missing: (given: ReadonlySet<string | undefined>) =>
			required.filter((entry) => !given.has(nameOf(entry))).slice(0, MAX_MISSING),
	};
}

/** One for each variant, since all items of an order may be of one. */
export const choicesOf = onceForEach(({ placements, options }: CatalogVariant) => ({
	placements: choicesIn(placements, ({ type }) => type),
	options: choicesIn(
		options,
		({ id }) => id,
		({ label }) => label,
	),
}));

const setOf = onceForEach((texts: readonly string[]): ReadonlySet<string> => new Set(texts));

/** Whether a list of the catalog has a text; the list itself is read once. */
export const lists = (texts: readonly string[], text: string): boolean => setOf(texts).has(text);

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
		const { required } = choicesOf(variant).placements;
		this.placements =
			required.length === 0 && fileCount === 1 ? variant.placements.slice(0, 1) : required;
	}

	/** The first of them that is unused, if any is. @param usedTypes only ever grows */
	first(usedTypes: ReadonlySet<string>): CatalogPlacement | undefined {
		for (;;) {
			const entry = this.placements[this.position];
			if (entry === undefined || !usedTypes.has(entry.type)) return entry;
			this.position += 1;
		}
	}
}
