// HTML as plain text: its entities, such as `&amp;` and `&uuml;`, decoded with a table of their names, and its tags left out.

import { normalizedText } from './normalizedText';
import { ownValue } from './objects';

/** A table of a list such as `amp & lt <`. */
function table(list: string): Readonly<Record<string, string | undefined>> {
	const words = list.trim().split(/\s+/);
	return Object.fromEntries(
		words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1]]] : [])),
	);
}

/** Names of characters in HTML that are written into names, addresses and descriptions. */
const NAMED = table(`
	amp & lt < gt > quot " apos ' ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » middot · bull •
	trade ™ reg ® copy © deg ° times × sup2 ² sup3 ³ frac12 ½ euro € pound £ yen ¥ cent ¢ dollar $
	excl ! num # percnt % lpar ( rpar ) ast * midast * plus + comma , hyphen - dash - period . sol / colon : semi ; equals =
	quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ grave \` lcub { lbrace { verbar | vert | rcub } rbrace }
	szlig ß aelig æ AElig Æ oslash ø Oslash Ø
`);

/** Accents by the ends of their names, e.g. `uuml` and `eacute`. */
const ACCENTS: Readonly<Record<string, string | undefined>> = {
	uml: '\u0308',
	acute: '\u0301',
	grave: '\u0300',
	circ: '\u0302',
	tilde: '\u0303',
	cedil: '\u0327',
	ring: '\u030A',
	caron: '\u030C',
};

function characterOf(code: number): string | undefined {
	const isText = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
	return isText ? String.fromCodePoint(code) : undefined;
}

/** The character of an entity's name, without the `&` and the semicolon. */
export const entityNamed = (name: string): string | undefined =>
	name === 'nbsp' ? ' ' : ownValue(NAMED, name);

function decoded(entity: string): string | undefined {
	if (entity.startsWith('#')) {
		const hex = /^#x/i.test(entity);
		return characterOf(Number.parseInt(entity.slice(hex ? 2 : 1), hex ? 16 : 10));
	}
	const named = entityNamed(entity);
	const accent = ownValue(ACCENTS, entity.slice(1));
	return named ?? (accent && normalizedText(`${entity.charAt(0)}${accent}`, 'NFC'));
}

/** Longer texts are no names and no descriptions: to decode a megabyte of entities takes 150 ms. */
const MAX_LENGTH = 100_000;

/**
 * Decodes the entities of HTML, e.g. `M&uuml;ller &amp; Co`: WooCommerce sends names as its pages show them. What is no
 * entity stays as it is, and so does a text of more than 100,000 characters.
 */
export const decodeEntities = (text: string): string =>
	text.length <= MAX_LENGTH && text.includes('&')
		? text.replaceAll(
				/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});/g,
				(whole, entity: string) => decoded(entity) ?? whole,
			)
		: text;

/** Tags that end a line of text. */
const LINE_END = /<(?:br|\/(?:p|li|div|tr|ul|ol|h[1-6]))\b[^<>]*>/gi;

/** Any tag, and comments; not the signs of '1 < 2'. */
const TAG = /<[/!]?[a-z-][^<>]*>/gi;

/** A text without the tags and entities of HTML, each decoded once; its blanks and lines stay. */
export const withoutMarkup = (markup: string): string =>
	decodeEntities(markup.replaceAll(LINE_END, '\n').replaceAll(TAG, ''));

/** Markup as plain text: one line for each paragraph and each entry of a list, without tags and entities. */
export const plainText = (markup: string): string =>
	withoutMarkup(markup)
		.split('\n')
		.map((line) => line.replace(/\s+/g, ' ').trim())
		.filter((line) => line !== '')
		.join('\n');
