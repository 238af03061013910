// Words for the places of a product that are printed (front, back, both, sleeve, neck, chest), as shops in several
// languages write them; also in the names of files, where a place may be joined to another word: `customimageback`.

import { wordSet } from '../../../input/equalText';

/** The catalog's front. */
export const FRONT =
	wordSet(`front frontside frontprint frontdruck frontal vorder vorderseite vorne vorn devant avant recto
	frente delante delantera delantero fronte davanti voorkant voorzijde przód framsida forside etusivu 正面 앞면`);

/** The catalog's back. */
export const BACK =
	wordSet(`back backside backprint rear reverse rück rückendruck rückenprint rückseite rueckseite rücken ruecken hinten
	hinterseite dos arrière verso espalda detrás trasera trasero posterior reverso costas schiena dietro posteriore
	achterkant achterzijde tył plecy baksida bagside bakside rygg takasivu hátoldal hátlap spate спина 背面 背中 뒷면`);

const SLEEVE =
	wordSet(`sleeve sleeves arm arms ärmel aermel manche manches manica maniche mouw mouwen rękaw rękawy ärm ærme
	erme hiha рукав 袖 소매`);

const NECK = wordSet('neck nape nacken nuque cuello nuca collo nek hals');

/** Words for front and back in one. */
export const BOTH =
	wordSet(`both doublesided twosided beide beiden beidseitig doppelseitig ambos ambas entrambi
	dubbelzijdig begge båda`);

/** Words for any side. */
export const SIDES = wordSet(
	'side sides sided seite seiten lado lados lato lati faces zijde zijden',
);

/** In the name of a file, 'links' are addresses: see {@link placeOfFile}. */
const LEFT = wordSet(
	'left links linke linker linken gauche izquierda izquierdo sinistra sinistro esquerda',
);

const RIGHT = wordSet(
	'right rechts rechte rechter rechten droite droit derecha derecho destra destro direita',
);

const PLACES = Object.entries({ sleeve: SLEEVE, neck: NECK, left: LEFT, right: RIGHT });

/** One word for those that mean the same place in a placement's type and in a customer's choice: 'Ärmel' is a sleeve. */
export const placeWord = (word: string): string =>
	PLACES.find(([, words]) => words.has(word))?.[0] ?? word;

/** Words that belong to the place beside them, and may be said of two: the sleeve of 'left and right sleeve'. */
export const isSharedPlace = (word: string): boolean => word === 'sleeve' || word === 'neck';

/** Places on which something is printed, whether or not the variant has them, other than its front. */
const OTHER_PLACES =
	wordSet(`chest brust poitrine pecho petto hood kapuze pocket inside innen left right rechts gauche droite
	izquierda derecha sinistra destra`);

/** Words for a back that are those of a style, too, and mean it only where they name a file. */
const BACK_OF_FILES = wordSet('retro');

const SLEEVE_OF_FILES = wordSet('manga mangas');

/** The place that a word in the name of a file means, such as `back`; undefined for any other word. */
export function placeOfFile(word: string): string | undefined {
	if (FRONT.has(word)) return 'front';
	if (BACK.has(word) || BACK_OF_FILES.has(word)) return 'back';
	if (SLEEVE_OF_FILES.has(word)) return 'sleeve';
	const place = placeWord(word);
	return isSharedPlace(place) || OTHER_PLACES.has(word) ? place : undefined;
}

/** Words of a file's name to which a place may be joined: `customimageback`. */
const FILE =
	'(?:image|img|design|print|file|artwork|photo|foto|logo|upload|picture|graphic|bild|motiv|druck)';

const FILE_BEHIND = new RegExp(`^[ns]?${FILE}`);
const FILE_BEFORE = new RegExp(`${FILE}$`);

/** Shorter words are parts of others. */
const MIN_JOINED_LENGTH = 4;

/**
 * The place that is joined to a word for a file, or to the beginning of the setting's name: the back of `customimageback`.
 *
 * @param stems what is before or behind the place in the setting
 */
export function joinedPlace(word: string, stems: ReadonlySet<string>): string | undefined {
	for (let length = MIN_JOINED_LENGTH; length < word.length; length += 1) {
		const [begin, rest] = [word.slice(0, length), word.slice(length)];
		const first = placeOfFile(begin);
		if (first !== undefined && (FILE_BEHIND.test(rest) || stems.has(rest))) return first;
		const [before, end] = [word.slice(0, -length), word.slice(-length)];
		const last = placeOfFile(end);
		if (last !== undefined && (FILE_BEFORE.test(before) || stems.has(before))) return last;
	}
	return undefined;
}
