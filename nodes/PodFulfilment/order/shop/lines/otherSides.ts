// Flags for review files of a line that are not used, though the names of their properties say that they are for
// another side: 'Left sleeve' beside 'Print file', 'image_2' beside 'image_1'.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { comparableName } from '../../../input/equalText';
import { MAX_LISTED, quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { variantIndexOf } from '../../compose/variantIndex';
import type { ShopLine } from '../shopOrder';
import type { FileNames } from './fileNames';
import { joinedPlace, placeOfFile, placeWord, SIDES } from './placeWords';
import { withoutPrice } from './propertyText';
import { withoutSide } from './statedPlacements';
import { isFileName, isWebAddress, writtenAddress } from './writtenAddress';

/** Names of pictures that apps keep beside a print file, of whichever side. */
const NO_PRINT_FILE =
	/preview|vorschau|apercu|anteprima|podglad|thumb|miniatur|mockup|original|screenshot|snapshot/;

/** Words of types that say which of several, how large or how, and no place. */
const NO_PLACES =
	/^(?:\p{N}+|default|main|large|small|medium|big|full|print|dtg|embroidery|center|standard|oversized?)$/u;

/** What is right, or may be done, and no place: 'Right size', 'Right to use'. */
const NO_SIDE = /\bright(?=[\s_-]+(?:size|fit|to|of)\b)/gi;

const wordsOf = (name: string): string[] =>
	withoutPrice(name)
		.replaceAll(NO_SIDE, '')
		.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(comparableName)
		.filter((word) => word !== '');

/** The places that a placement's type names: `sleeve` and `left` of `sleeve_left`. */
const placesOfType = (type: string): string[] =>
	wordsOf(type).map((word) => placeOfFile(word) ?? placeWord(word));

/** What stands beside the side in the setting: `customimage` of `_customimagefront`. */
function stemsOf(setting: string): ReadonlySet<string> {
	const name = comparableName(setting);
	const lengths = [...name].map((_, index) => index);
	return new Set(
		lengths.flatMap((length) => {
			const [begin, end] = [name.slice(0, length), name.slice(length)];
			return [
				...(placeOfFile(end) === undefined ? [] : [begin]),
				...(placeOfFile(begin) === undefined ? [] : [end]),
			];
		}),
	);
}

/** Names of places of a variant, and in general. */
class Places {
	private readonly types: ReadonlyArray<{ type: string; places: readonly string[] }>;

	private readonly known: ReadonlySet<string>;

	private readonly stems: ReadonlySet<string>;

	constructor(variant: CatalogVariant | undefined, setting: string) {
		this.types = (variant ? variantIndexOf(variant).types : []).map((type) => ({
			type,
			places: placesOfType(type),
		}));
		this.known = new Set(
			this.types.flatMap(({ places }) => places).filter((place) => !NO_PLACES.test(place)),
		);
		this.stems = stemsOf(setting);
	}

	/** The places that the name of a file says. The front counts where the variant has one: it may be the whole. */
	in(name: string): string[] {
		const words = wordsOf(name);
		const places = words
			.map((word) => placeOfFile(word) ?? joinedPlace(word, this.stems) ?? word)
			.filter(
				(place) => this.known.has(place) || (place !== 'front' && placeOfFile(place) !== undefined),
			);
		if (places.length > 0) return places;
		return words.some((word) => SIDES.has(word)) ? ['side'] : [];
	}

	/** Whether one of the placements that get a file is where these places are: true where none are named. */
	areOf(places: readonly string[], types: readonly string[]): boolean {
		return types.some((type) => {
			const own = placesOfType(type);
			return places.every((place) => own.includes(place));
		});
	}

	/** The variant's placement for them; undefined if it has none. */
	typeFor(places: readonly string[]): string | undefined {
		if (places.length === 0) return undefined;
		return this.types.find(({ places: own }) => places.every((place) => own.includes(place)))?.type;
	}
}

/** Whether a value holds the address or the name of a file. */
const holdsFile = (value: unknown): boolean =>
	[value].flat().some((one) => isWebAddress(one) || isFileName(writtenAddress(one)));

/**
 * Adds to the review that a property names a file for another side, which is not used: 'Left sleeve' beside 'Print file', or
 * 'image_2' beside 'image_1'.
 *
 * @param setting what the user entered as 'Print File Property'
 * @param urls addresses of the files that are used
 * @param printed types of the placements that get one; there is at least one
 */
export function reviewOtherSides(
	{ label, properties }: ShopLine,
	variant: CatalogVariant | undefined,
	{ setting, fileNames }: { setting: string; fileNames: FileNames },
	{ urls, printed }: { urls: ReadonlySet<unknown>; printed: readonly string[] },
	findings: Findings,
): void {
	const unused = properties.filter(
		({ value }) => holdsFile(value) && !urls.has(writtenAddress(value)),
	);
	if (unused.length === 0) return;
	const wanted = withoutSide(setting);
	const places = new Places(variant, setting);
	const isPrintFile = (name: string): boolean =>
		(fileNames.placementOf(name) ?? fileNames.otherPlacementOf(name)) !== undefined;
	const isOtherPlace = (name: string): boolean =>
		!NO_PRINT_FILE.test(comparableName(name)) && !places.areOf(places.in(name), printed);
	const others = unused.flatMap(({ names }) => {
		const name = names.find(
			(one) => !isPrintFile(one) && (withoutSide(one) === wanted || isOtherPlace(one)),
		);
		return name ?? [];
	});
	for (const name of [...new Set(others)].slice(0, MAX_LISTED)) {
		const type = places.typeFor(places.in(name));
		const rename =
			type === undefined ? '' : `name it ${quote(fileNames.nameFor(type))} in the shop, or `;
		findings.review(
			`${label}: the property ${quote(name)} names a file as well, which is not used: check whether it is another side, and ${rename}enter the files of such products in SKU Mapping`,
		);
	}
}
