// Placements that a customer chose by a property, in words of many languages: 'Back', 'Front & back', 'Rückseite',
// 'Both sides', a ticked box, or a text for a side ('Name on back'). Only what says nothing else counts, since texts to
// print are properties too: 'Back to the Future' is no side. Also a name without its side.

import type { CatalogVariant } from '../../../api/catalog/catalogVariant';
import { comparableName, wordSet } from '../../../input/equalText';
import { variantIndexOf } from '../../compose/variantIndex';
import { isPrice } from '../money';
import { letterSize } from './letterSizes';
import type { LineValue } from './lineValues';
import { isFileName, isWebAddress } from './writtenAddress';
import { BACK, BOTH, FRONT, isSharedPlace, placeWord, SIDES } from './placeWords';

/** Words that mean the same beside a word for sides. */
const TWO = wordSet('double two 2 deux dos due twee zwei');

/** Words that say nothing of their own beside a side. */
const FILLERS = wordSet(
	'print prints printed printing design logo only on the of and plus in ' +
		'at to a full center centre centered upper lower middle large big small location ' +
		'position placement add extra additional shirt t tshirt hoodie area left right chest pocket heart brust auf der dem den die ' +
		'und druck bedruckt au aux al alla nel seite seiten nur sur le la les et de du côté impression en el y e ' +
		'lado parte su sul sulla lato stampa op het kant zijde',
);

/** Names of texts to print, whatever their values are called. */
const TEXTS = wordSet(
	'text texts wunschtext schrift schriftzug beschriftung aufschrift texte texto testo tekst name names nom nome nombre naam namen initials label ' +
		'labels slogan quote message nachricht note notes notiz comment comments engraving gravur inscription lettering line zeile word words',
);

/** Ways to print, before or behind a side in the name of what is printed there: 'Embroidery back', 'Druck Rücken'. */
const TECHNIQUES = wordSet(
	'print prints printing embroidery embroidered stitching engraved flock flex transfer patch druck aufdruck bedruckung bedruckt ' +
		'stick stickerei bestickung bestickt impression broderie brodé marquage flocage stampa ricamo ricamato estampado estampación ' +
		'bordado serigrafía bedrukking borduring opdruk nadruk haft tryck brodyr',
);

/** Words for a back that may be those of a style, but not beside a text or a way to print. */
const STYLES = new Map([['retro', 'back']]);

/** Words with which the name of a text is that of its place: 'Text position', 'Name on the front or back side'. */
const PLACES = wordSet(
	'position placement place location side seite platz ort stelle emplacement côté posición posizione posição lado lato ' +
		'positie plaats kant where wo',
);

/** Words beside those for a text in the name of one for a side: 'Custom text for the back', 'Back number'. */
const OF_TEXTS = wordSet(
	'custom customized customised personalized personalised personalization personalisation your my for number nummer player optional',
);

/** A label is a text, and a placement. */
const LABELS = wordSet('label labels');

/** Words with which a value begins that asks for nothing on a side. */
const NOTHING = wordSet(
	'no not none nothing na nein kein keine keinen ohne non aucun aucune sans sin ninguno ninguna nessuno nessuna senza geen ' +
		'nee nej ingen brak bez without blank plain empty leer vide default standard false off 0',
);

const COLORS = wordSet(
	'black white red blue green yellow orange pink purple grey gray navy brown beige gold silver dark light schwarz weiß rot ' +
		'blau grün gelb rosa lila grau braun silber noir blanc rouge bleu vert jaune gris negro blanco rojo azul verde ' +
		'amarillo nero bianco rosso blu giallo grigio zwart wit rood blauw groen geel grijs',
);

/** Values of a box that is ticked. */
const YES = wordSet('yes ja oui si sim tak true on 1 checked');

/** A longer text says more than a side: it is one word, and none that is known. */
const MAX_LENGTH = 255;

const wordsOf = (words: string): string[] => (words.length > MAX_LENGTH ? [words] : wordsIn(words));

const wordsIn = (words: string): string[] =>
	words
		.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		// What is in brackets says how large it is, or what it costs.
		.replaceAll(/[([][^()[\]]*[)\]]/g, ' ')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(comparableName)
		.map(placeWord)
		.filter((word) => word !== '');

/** The words of a name without what numbers it among others: 'Text 1', 'image2', '2nd design'. */
const wordsWithoutNumbers = (name: string): string[] =>
	wordsOf(name.replaceAll(/\d{1,9}(?:(?:st|nd|rd|th)(?![a-z]))?/gi, ' '));

/** Words of the placement types of a variant. Those of most words first: a left sleeve is not the sleeve without a side. */
type TypeWords = ReadonlyArray<{ type: string; words: readonly string[] }>;

/** One for each variant, since all lines of an order may be of one. */
const typeWords = new WeakMap<CatalogVariant, TypeWords>();

function typeWordsOf(variant: CatalogVariant): TypeWords {
	const known = typeWords.get(variant);
	if (known) return known;
	const words = variantIndexOf(variant)
		.types.map((type) => ({ type, words: wordsOf(type) }))
		.sort((one, other) => other.words.length - one.words.length);
	typeWords.set(variant, words);
	return words;
}

/** Placements of which a customer chose one: 'Sleeve' is the left one or the right one. */
type Choice = readonly string[];

/** The placements of a variant that a text names; none if it says anything else. */
function placementsNamed(text: string, variant: CatalogVariant): Choice[] {
	const words = wordsOf(text);
	const isBoth =
		words.some((word) => BOTH.has(word)) ||
		(words.some((word) => TWO.has(word)) && words.some((word) => SIDES.has(word)));
	const isBothSides = isBoth && !words.some(isSharedPlace);
	const used = new Set<string>();
	const isNamed = ([first = '', ...others]: readonly string[]): boolean => {
		const isFree = (word: string): boolean =>
			words.includes(word) && (!used.has(word) || (others.length > 0 && isSharedPlace(word)));
		const side = others.length === 0 ? [FRONT, BACK].find((known) => known.has(first)) : undefined;
		if (side) return isBothSides || words.some((word) => side.has(word) && isFree(word));
		if (![first, ...others].every(isFree)) return false;
		for (const word of [first, ...others]) used.add(word);
		return true;
	};
	const types = typeWordsOf(variant);
	const named: Choice[] = types.filter((type) => isNamed(type.words)).map(({ type }) => [type]);
	for (const word of words.filter((one) => isSharedPlace(one) && !used.has(one))) {
		const meant = types.filter((type) => type.words.includes(word)).map(({ type }) => type);
		if (meant.length === 0) continue;
		used.add(word);
		for (const choice of isBoth ? meant.map((type) => [type]) : [meant]) named.push(choice);
	}
	const known = [used, FRONT, BACK, BOTH, SIDES, FILLERS, ...(isBoth ? [TWO] : [])];
	return words.every((word) => known.some((list) => list.has(word))) ? named : [];
}

/** Whether a value is a text to print: not a file, a size, a color or a price, and not that there is none. */
function isTextToPrint(text: string): boolean {
	const words = wordsOf(text);
	return (
		!words.slice(0, 1).some((word) => NOTHING.has(word)) &&
		// Also a text without words, such as a dash.
		!words.every((word) => COLORS.has(word)) &&
		letterSize(text) === undefined &&
		!isPrice(text) &&
		!isWebAddress(text) &&
		!isFileName(text)
	);
}

/** The placements of which a name says that its text is for them: 'Name on back', 'Custom Engraving Back', 'Back'. */
function placementsOfText(name: string, variant: CatalogVariant): Choice[] {
	const words = wordsWithoutNumbers(name);
	const others = words.filter(
		(word) => LABELS.has(word) || !(TEXTS.has(word) || OF_TEXTS.has(word) || TECHNIQUES.has(word)),
	);
	// A sleeve alone may be its length.
	const isSideAlone = words.every((word) => [FRONT, BACK, SIDES].some((side) => side.has(word)));
	const isOfText = others.length < words.length || isSideAlone;
	return isOfText && !words.some((word) => PLACES.has(word) && !SIDES.has(word))
		? placementsNamed(others.map((word) => STYLES.get(word) ?? word).join(' '), variant)
		: [];
}

/** The placements at the end of what is printed there, whatever it is: 'Stick Logo Weber Rücken'. */
function placementsBehind(text: string, variant: CatalogVariant): Choice[] {
	const words = wordsOf(text);
	const isPrint = words.slice(0, 1).some((word) => TECHNIQUES.has(word));
	return isPrint ? words.slice(-1).flatMap((last) => placementsNamed(last, variant)) : [];
}

/** Numbers in words, and what stands for one more. */
const ORDINALS =
	wordSet(`first erste erster erstes premier première primero primera primo prima eerste pierwszy primeiro primeira
	second zweite zweiter zweites deuxième segundo segunda secondo seconda tweede drugi
	third dritte dritter drittes troisième tercero tercera terzo terza derde trzeci terceiro terceira
	other another additional extra`);

/**
 * A name without numbers, words for sides and what is between its words: 'image_1' and 'image_2' are alike, 'Vorne' and
 * 'Hinten', and 'Design' and 'Second design'.
 */
export const withoutSide = (name: string): string =>
	wordsWithoutNumbers(name)
		.filter((word) => ![FRONT, BACK, SIDES, ORDINALS].some((list) => list.has(word)))
		.join('');

/**
 * The placements that the customer chose by a value, by ticking a box that is called so, or by a text for it: of each entry
 * one.
 *
 * @returns [] for a value that is about something else
 */
export function statedPlacements({ names, texts }: LineValue, variant: CatalogVariant): Choice[] {
	const isTicked = texts.some((text) => YES.has(comparableName(text)));
	const words = names.flatMap(wordsOf);
	const isText = words.some((word) => TEXTS.has(word)) && !words.some((word) => PLACES.has(word));
	const stated = isTicked ? names : isText ? [] : texts;
	const isOfName = isTicked || texts.every(isTextToPrint);
	const choices = [
		...stated.flatMap((text) => [
			...placementsNamed(text, variant),
			...placementsBehind(text, variant),
		]),
		...(isOfName ? names.flatMap((name) => placementsOfText(name, variant)) : []),
	];
	return [...new Map(choices.map((choice) => [choice.join(), choice])).values()];
}
