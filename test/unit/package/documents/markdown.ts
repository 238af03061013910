import { repositoryFiles, textOf } from './repository.ts';

/** A document. Its path leads from the root of the repository. */
export interface MarkdownDocument {
	path: string;
	text: string;
}

/** A part of a line that can be wrong. */
export interface Mention {
	/** `docs/polling.md:12`, as editors open it. */
	at: string;
	text: string;
	/** The whole line, without fenced blocks. */
	line: string;
}

export const documents: MarkdownDocument[] = repositoryFiles
	.filter((path) => path.endsWith('.md'))
	.map((path) => ({ path, text: textOf(path) }));

const FENCED_BLOCK = /^(\t*| *)```(\w*)\n([\s\S]*?)^\1```/gm;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

function mentions({ path }: MarkdownDocument, text: string, pattern: RegExp): Mention[] {
	return text.split('\n').flatMap((line, index) =>
		[...line.matchAll(pattern)].map((match) => ({
			at: `${path}:${index + 1}`,
			text: match.slice(1).find((group) => group !== undefined) ?? match[0],
			line,
		})),
	);
}

/** Everything but fenced blocks, line by line. */
const prose = ({ text }: MarkdownDocument): string => text.replaceAll(FENCED_BLOCK, blank);

/** What shows commands: fenced blocks of the shell. */
const shell = ({ text }: MarkdownDocument): string =>
	text.replaceAll(FENCED_BLOCK, (block, _indent, language: string) =>
		language === 'sh' || language === '' ? block : blank(block),
	);

const CODE = /`([^`\n]+)`/g;

/** Texts in backticks. */
export const codeSpans = (document: MarkdownDocument): Mention[] =>
	mentions(document, prose(document), CODE);

/** Targets of links and images. */
export const linkTargets = (document: MarkdownDocument): Mention[] =>
	mentions(document, prose(document), /\]\(([^)\s]+)\)/g);

/** Labels of fields and buttons: in italics, or in bold with an arrow between two of them. */
export const labels = (document: MarkdownDocument): Mention[] =>
	mentions(
		document,
		prose(document)
			.replaceAll(CODE, blank)
			.replaceAll(/\]\([^)]*\)/g, blank),
		/(?<!\w)_([^_\n]+)_(?!\w)|\*\*([^*\n]+ → [^*\n]+)\*\*/g,
	);

/** Lines in prose and in blocks of the shell that match. */
export const commands = (document: MarkdownDocument, pattern: RegExp): Mention[] =>
	mentions(document, shell(document), pattern);

/** Sentences and cells of tables, without what is in fenced blocks. */
export const sentences = (document: MarkdownDocument): Mention[] =>
	mentions(document, prose(document), /((?:[^.|\n]|\.(?=\S))+)/g);

/** GitHub's anchors of the headings. */
export function anchorsOf(text: string): Set<string> {
	const counts = new Map<string, number>();
	const headings = text.replaceAll(FENCED_BLOCK, blank).matchAll(/^#{1,6} (.+)$/gm);
	const anchors = [...headings].map(([, heading = '']) => {
		const anchor = heading
			.trim()
			.toLowerCase()
			.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(/\s/g, '-');
		const count = counts.get(anchor) ?? 0;
		counts.set(anchor, count + 1);
		return count === 0 ? anchor : `${anchor}-${count}`;
	});
	return new Set(anchors);
}
