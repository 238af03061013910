/**
 * Finds a secret in a text however each of its characters is escaped. Without regular expressions made of the secret: the
 * error of one that cannot be compiled spells it, and compiled ones take megabytes for each key.
 */

const BACKSLASH = '\\';
const MAX_BACKSLASHES = 4;

/** How many zeros may stand before a code, and how often an escape may be escaped. */
const MAX_ZEROS = 4;
const MAX_NESTING = 3;

/**
 * Comparisons for each character of the text, and at least. A text takes one or less; only a secret that repeats itself and
 * a text made for it take more.
 */
const COMPARISONS_PER_CHARACTER = 3;
const MIN_COMPARISONS = 100_000;

/** Names that HTML has for characters which a key may hold. */
const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'/': 'sol',
	'+': 'plus',
	'=': 'equals',
};

/** How a text may hold one character. */
export interface SearchedCharacter {
	/** As it is, in lower case, or as another that means the same. */
	literals: readonly string[];
	/** Its code, for JSON, a URL or HTML, and its name in HTML. */
	escapes: ReadonlyArray<{ hex: string; percent: string; decimal: string; name: string }>;
}

/** @param same characters that mean the same, such as `+` and `-` in base64 */
export function searchedCharacter(...same: string[]): SearchedCharacter {
	return {
		literals: same.map(lowerCase),
		escapes: same.map((character) => {
			const code = character.codePointAt(0) ?? 0;
			const hex = code.toString(16);
			const name = Object.hasOwn(ENTITIES, character) ? (ENTITIES[character] ?? '') : '';
			return { hex, percent: hex.padStart(2, '0'), decimal: String(code), name };
		}),
	};
}

/** In lower case, with every character where it was: some become longer. */
export function lowerCase(text: string): string {
	const lower = text.toLowerCase();
	if (lower.length === text.length) return lower;
	return text.replaceAll(/[^\0-@[-\u007f]/gu, (character) => {
		const one = character.toLowerCase();
		return one.length === character.length ? one : character;
	});
}

/** Where a text that begins at a place ends; -1 if it does not begin there. */
const endOf = (text: string, at: number, expected: string): number =>
	text.startsWith(expected, at) ? at + expected.length : -1;

/** As {@link endOf}, with zeros before it. */
function endOfCode(text: string, at: number, code: string): number {
	let from = at;
	while (from < at + MAX_ZEROS && text[from] === '0') from += 1;
	return endOf(text, from, code);
}

/** As {@link endOf}, from each place that a repeated part leads to. */
function* placesAfter(at: number, text: string, repeated: string): Generator<number> {
	let from = at;
	yield from;
	for (let times = 0; times < MAX_NESTING && text.startsWith(repeated, from); times += 1) {
		from += repeated.length;
		yield from;
	}
}

/** Where a character ends that begins at a place in lower-case text, in each way in which it can be read. */
function endsOf(
	text: string,
	at: number,
	{ literals, escapes }: SearchedCharacter,
	ends: Set<number>,
): void {
	const add = (end: number): void => {
		if (end !== -1) ends.add(end);
	};
	for (const literal of literals) add(endOf(text, at, literal));
	const first = text[at];
	if (first !== BACKSLASH && first !== '%' && first !== '&') return;
	for (const { hex, percent, decimal, name } of escapes) {
		if (first === '%') {
			for (const from of placesAfter(at + 1, text, '25')) add(endOf(text, from, percent));
		} else if (first === '&') {
			for (const from of placesAfter(at + 1, text, 'amp;')) {
				if (text[from] === '#') {
					const isHex = text[from + 1] === 'x';
					const end = endOfCode(text, from + (isHex ? 2 : 1), isHex ? hex : decimal);
					if (end !== -1) add(endOf(text, end, ';'));
				} else if (name !== '') add(endOf(text, from, `${name};`));
			}
		}
	}
	if (first !== BACKSLASH) return;
	for (let from = at + 1; from <= at + MAX_BACKSLASHES; from += 1) {
		for (const literal of literals) add(endOf(text, from, literal));
		for (const { hex } of escapes) {
			if (text[from] === 'x') add(endOf(text, from + 1, hex));
			if (text[from] === 'u') {
				add(endOfCode(text, from + 1, hex));
				const end = text[from + 1] === '{' ? endOfCode(text, from + 2, hex) : -1;
				if (end !== -1) add(endOf(text, end, '}'));
			}
		}
		if (text[from] !== BACKSLASH) break;
	}
}

/** Where characters end that follow each other from a place on; the longest way to read them, -1 for none. */
function endOfAll(
	text: string,
	at: number,
	characters: readonly SearchedCharacter[],
	mayCompare: () => boolean,
): number {
	let places: Iterable<number> = [at];
	for (const character of characters) {
		const ends = new Set<number>();
		for (const place of places) {
			if (!mayCompare()) return -1;
			endsOf(text, place, character, ends);
		}
		if (ends.size === 0) return -1;
		places = ends;
	}
	let last = -1;
	for (const place of places) last = Math.max(last, place);
	return last;
}

const EQUALS = searchedCharacter('=');

/** Where up to two signs of padding end. */
export function endOfPadding(lowerCaseText: string, at: number): number {
	let end = at;
	for (let signs = 0; signs < 2; signs += 1) {
		const next = endOfAll(lowerCaseText, end, [EQUALS], () => true);
		if (next === -1) break;
		end = next;
	}
	return end;
}

/** A part of a text. */
export interface Span {
	start: number;
	end: number;
}

/**
 * Finds characters in a text, from left to right. The time is linear in the text, whatever it holds.
 *
 * @param lowerCaseText see {@link lowerCase}
 * @param accept the part to remove for one that was found; undefined to go on behind its first character
 * @returns the parts; the last one is all the rest where the text takes too many comparisons to find out
 */
export function findEscaped(
	lowerCaseText: string,
	characters: readonly SearchedCharacter[],
	accept: (found: Span) => Span | undefined,
): Span[] {
	const spans: Span[] = [];
	const [first] = characters;
	if (first === undefined) return spans;
	const begins = new Set([BACKSLASH, '%', '&', ...first.literals.map(([unit]) => unit)]);
	let left = MIN_COMPARISONS + COMPARISONS_PER_CHARACTER * lowerCaseText.length;
	let from = 0;
	for (let at = 0; at < lowerCaseText.length; at += 1) {
		if (!begins.has(lowerCaseText[at])) continue;
		const end = endOfAll(lowerCaseText, at, characters, () => {
			left -= 1;
			return left >= 0;
		});
		if (left < 0) return [...spans, { start: Math.max(from, at), end: lowerCaseText.length }];
		const span = end === -1 ? undefined : accept({ start: at, end });
		if (!span) continue;
		spans.push({ start: Math.max(from, span.start), end: span.end });
		from = span.end;
		at = from - 1;
	}
	return spans;
}
