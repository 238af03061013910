// Sizes of clothes by letters, XXS to 6XL, and those for tall people, such as XLT: in SKUs, names and values, and
// counted ('S x 2'). 'One Size', '42' and '7-8 years' are none. Also words and codes for children, and the
// names of properties that hold a size, in many languages.

import { comparableName } from '../../../input/equalText';

const MAX_X = { s: 2, l: 6 };

/** A count in words: 'Double XL', 'Triple Extra Large'. */
const COUNT_WORDS = [
	[/(?<!\p{L})double[\s_-]*(?=x|extra)/giu, '2'],
	[/(?<!\p{L})triple[\s_-]*(?=x|extra)/giu, '3'],
	[/(?<!\p{L})quadruple[\s_-]*(?=x|extra)/giu, '4'],
] as const;

/** A text with such counts as numbers. */
const withCounts = (text: string): string =>
	COUNT_WORDS.reduce((counted, [word, count]) => counted.replaceAll(word, count), text);

/** Returns a size as `2XL`, if a text is one and nothing else, in letters or in words. */
export function letterSize(value: string): string | undefined {
	const letters = withCounts(value.normalize('NFKC'))
		.toLowerCase()
		.replaceAll(/[\s_-]/g, '')
		.replaceAll('extra', 'x')
		.replace('tall', 't')
		.replace(/small|medium|large/, (word) => word.charAt(0))
		.replace(/[2-6]x(?=t?$)/, '$&l');
	const tall = letters.endsWith('t') ? 'T' : '';
	if (/^mt?$/.test(letters)) return `M${tall}`;
	const [, xs, count = xs?.length, end] = /^(?:(x{0,6})|([1-6])x)([sl])t?$/.exec(letters) ?? [];
	const [x, letter] = [Number(count), end === 's' ? 's' : 'l'] as const;
	if (end === undefined || x > MAX_X[letter]) return undefined;
	return `${x > 1 ? x : ''}${x > 0 ? 'X' : ''}${letter.toUpperCase()}${tall}`;
}

/** What stands for a size only as a word of a SKU or a value, or as a whole part of a title. */
const ABBREVIATED = /(?<=^(?:[2-6]?x|x{2,6}|extra)?[\s-]?)(?:sml?|med|md|lr?g)$/i;

/** A size in letters or words, or abbreviated: 'Med', 'XLG'. */
export const sizeOfWord = (word: string): string | undefined =>
	letterSize(withCounts(word.trim()).replace(ABBREVIATED, (short) => short.charAt(0)));

/** What may be something else in a SKU or a value: 'LT' may be light. */
const NO_SIZE = /^[sml]t$/i;

/** An X that belongs to the next word: 'X-Large', '2X-L'. */
const X_APART = /(?<![\p{L}\p{N}])([2-6]?(?:x|extra)|x{2,6})[^\p{L}\p{N}]{1,3}(?=\p{L})/giu;

/** A count that belongs to the X behind it: '2 XL', '3 X-Large'. The 2 of '2 x 3 m' does not. */
const COUNT_APART = /(?<![\p{L}\p{N}.,/-])([2-6]) (?=x(?:l|[\s-]large))/giu;

/** A word behind a size that belongs to it: 'XL Tall'. */
const TALL_APART = /(?<=[sml]|large)[\s_-]tall(?![\p{L}\p{N}])/giu;

/** The sizes among the words of a SKU, or of the value of a property that is a size. The s of 'Men's' is none. */
export const sizesInWords = (words: string): string[] =>
	withCounts(words)
		.replaceAll(COUNT_APART, '$1')
		.replaceAll(X_APART, '$1')
		.replaceAll(TALL_APART, 't')
		.split(/[^\p{L}\p{N}'’]+/u)
		.flatMap((word) => (NO_SIZE.test(word) ? [] : (sizeOfWord(word) ?? [])));

/** What separates the parts of a name. */
const BETWEEN_PARTS = /[,;:/|()[\]–—]|\s-\s/u;

/** A size in words at the end of a part: 'Classic tee black large'. In front it may be about something else: 'Large print'. */
const AT_END =
	/(?:^|\s)((?:(?:x{2,6}|[2-6]?(?:x|extra))[\s-]?){0,3}(?:(?:small|medium|large)t?|sml|lr?g))$/i;

/**
 * The sizes that a name has as whole words, so that the L of an 'L-Shirt' and the s of 'Men's' are none. Nor is the number
 * in a 'set of 2x'.
 */
export const sizesInName = (name: string): string[] =>
	withCounts(name)
		.replaceAll(TALL_APART, 't')
		.split(BETWEEN_PARTS)
		.flatMap((part) => {
			const letters = part.split(/\s/).filter((word) => /^[1-6]?x*(?:[sml]|xlt)$/i.test(word));
			const atEnd = AT_END.exec(part.trim())?.[1] ?? '';
			return [...letters, atEnd].flatMap((word) => sizeOfWord(word) ?? []);
		});

const SIZE = '(?:[2-6]?x{1,6})?[sml]|small|medium|large';

/** A size with a count: 'S x 2', '2 x S', 'Small: 2'. That of '2xl' is a size itself, and no count is in 'M (40)'. */
const COUNTED = new RegExp(
	`(?<![\\p{L}\\p{N}.])(?:(${SIZE}) ?[x×*:=] ?\\d{1,3}|\\d{1,3} ?[x×*] ?(${SIZE}))(?![\\p{L}\\p{N}.])`,
	'giu',
);

/** The sizes that a text counts the pieces of, as 'S x 2, M x 3' does. */
export const countedSizes = (written: string): ReadonlySet<string> =>
	new Set(
		[...written.matchAll(COUNTED)].flatMap(
			([, one, other]) => letterSize(one ?? other ?? '') ?? [],
		),
	);

/** Beginnings of words for children, by whose letters clothes are smaller. 'Baby' is none: it may be a blue. */
const CHILDREN =
	/^(?:youth|yth|kid|child|toddler|junior|jr$|boys?$|girls?$|infant|kind(?!ness|ly)|jugend|enfant|niñ|ninos?$|bambin|ragazz|criança|dziec|dětsk|barn|børn|детск|キッズ)/u;

/** Whether a text has a word for children: 'Youth M', 'Kinder-T-Shirt'. */
export const isForChildren = (text: string): boolean =>
	text
		.normalize('NFC')
		.toLowerCase()
		.split(/[^\p{L}\p{M}]+/u)
		.some((word) => CHILDREN.test(word));

/** Whether a text has what is a size for children only where it is a size: 'YM', '4T', 'Baby'. */
export const hasCodeForChildren = (written: string): boolean =>
	/(?<![\p{L}\p{N}])(?:y-?(?:x{0,2}[sl]|m)|[2-6]t|baby(?![\s_-]?(?:blue|pink)))(?![\p{L}\p{N}])/iu.test(
		written,
	);

/** Words for the size of clothes: Germanic, Romance, Slavic and Baltic languages, others of Europe, those of Asia and Africa. */
const SIZE_WORDS = new Set(
	`
	size sizes sizing maat maten grootte storlek storlekar stl størrelse størrelser storrelse stærð
	taille tailles talla tallas talle talles tamaño tamaños tamanho tamanhos talha taglia taglie misura misure mida
	mărime mărimea mărimi măsură măsura
	rozmiar rozmiary velikost velikosti veľkosť veľkosti veličina veličine размер размеры размери розмір розміри памер
	големина величина dydis izmērs
	koko koot suurus méret mérete méretek beden bedeni bedenler ölçü madhësia tamaina μέγεθος μεγέθη νούμερο
	מידה מידות גודל مقاس المقاس مقاسات المقاسات قياس القياس الحجم سایز اندازه سائز
	साइज साइज़ आकार माप সাইজ அளவு ukuran saiz sukat kích thước
	`
		.trim()
		.split(/\s+/)
		.map(comparableName),
);

/** Any of these words, within others: some scripts put no spaces between words, as in '衣服尺码' and 'Tシャツサイズ'. */
const within = (words: readonly string[]): RegExp =>
	new RegExp(words.map(comparableName).join('|'), 'u');

const UNSPACED = within([
	...['尺码', '尺碼', '尺寸', '码数', '碼數', 'サイズ', '사이즈', '치수', 'ขนาด', 'ไซส์', 'ไซซ์'],
]);

const UNSPACED_PRINT = within(['印', 'プリント', '인쇄', 'พิมพ์']);

/** Languages that join their words: 'Konfektionsgröße', 'tröjstorlek', 'pólóméret'. */
const JOINED = /(?:gr(?:o|oe)sse(?:n)?|storlek|st(?:ø|o)rrelse|koko|meret|(?<!for)maat)$/;

/** The size of something else than clothes. */
const OF_ELSE =
	/^(print|druck|logo|motiv|design|image|bild|photo|foto|text|schrift|font|letter|buchstab|graphic|artwork|stampa|impression|packag|pack$|box$|gift|frame|rahmen|file|datei|chart|guide|ring|paper|papier|label|etikett|sticker|aufkleber|patch|embroider|stick|name|pets?$|dog|cats?$|hunde?|katze|tier|haustier|chien|chat$|perro|gato|mascota|cane$|gatto|animal|nadruk|nyomat|tisk|painat|tryk|baski|друк|печат|принт|cetak|(?:ال)?طباع|הדפס)/;

/** No form has a longer label. */
const MAX_NAME_LENGTH = 255;

/** Whether a name is that of a size: 'T-Shirt Size', 'pa_size' and 'Konfektionsgröße', but not 'Print size'. */
export function isSizeName(name: string): boolean {
	if (name.length > MAX_NAME_LENGTH) return false;
	const words = name
		.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.map(comparableName);
	return (
		words.some((word) => SIZE_WORDS.has(word) || JOINED.test(word) || UNSPACED.test(word)) &&
		!words.some((word) => OF_ELSE.test(word) || UNSPACED_PRINT.test(word))
	);
}
