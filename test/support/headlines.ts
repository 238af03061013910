import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TROUBLESHOOTING = new URL('../../docs/troubleshooting.md', import.meta.url);

/** What the nodes add to a headline of their own: which item it is about, and how much else is missing. */
const ADDITIONS = /([;,] and \d+ more)?( \[item \d+\])?$/;

/** What the polling trigger adds to one: when the failure began. */
const BEGINNING = /, since \d{4}-\d\d-\d\dT[\d:.]+Z/;

/** The order that a headline about the service is put behind. */
const ORDER = /^(?!The )[A-Z][a-z ]* ("[^"]*"|#\S+)[^:]*: (?=The )/;

/** What the order of a shop is called where its number is known, in place of the field. */
const NUMBERED_ORDER = /^Order #[^,]+?(?= (→|has|lacks) )/;

/** What an order of a shop is called that has no number. */
const NAMELESS_ORDER = /^The shop order(?= )/;

const document = readFileSync(TROUBLESHOOTING, 'utf8');

/** The headings under which docs/troubleshooting.md has the entries; … in one stands for any text. */
export const entries: string[] = [...document.matchAll(/^### (.+)$/gm)].map(
	([, heading = '']) => heading,
);

/** The hints in the table of docs/troubleshooting.md; … in one stands for any text. */
export const hintEntries: string[] = [
	...(document
		.split(/^## /m)
		.find((section) => section.startsWith('Hints beside the output\n'))
		?.matchAll(/^\| (?!Hint |-)(.+?) +\|/gm) ?? []),
].map(([, hint = '']) => hint);

const patternOf = (entry: string): RegExp => {
	const parts = entry.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
};

const patterns = new Map([...entries, ...hintEntries].map((entry) => [entry, patternOf(entry)]));

/** The hints in the table that a text of a node can be. */
export const hintsFor = (text: string): string[] =>
	hintEntries.filter((entry) => patterns.get(entry)?.test(text));

/** Whether docs/troubleshooting.md has an entry for a headline, or whether one of some entries is for it. */
export function isExplained(headline: string, among: string[] = entries): boolean {
	const plain = headline
		.replace(ADDITIONS, '')
		.replace(BEGINNING, '')
		.replace(ORDER, '')
		.replace(NUMBERED_ORDER, 'Shop Order')
		.replace(NAMELESS_ORDER, 'Shop order 1001');
	// Where n8n shows nothing but one line, what to do follows in it. Of several problems, the second one does.
	const [first = ''] = plain.split(/\. |; /, 1);
	return among.some((entry) => {
		const pattern = patterns.get(entry);
		return pattern?.test(plain) || pattern?.test(first);
	});
}

interface NodeErrorPrototype {
	setDescriptiveErrorMessage(message: string, ...others: unknown[]): unknown;
}

interface ThrownNodeError {
	node?: { type?: string };
	cause?: unknown;
}

/**
 * Collects the headlines of all errors that nodes of this package make from now on, in this thread.
 *
 * @returns the set that they are added to, and how to end it
 */
export function collectHeadlines(): { headlines: Set<string>; stop: () => void } {
	const headlines = new Set<string>();
	const { NodeApiError } = createRequire(import.meta.url)('n8n-workflow') as {
		NodeApiError: { new (...settings: never[]): Error; prototype: object };
	};
	// Both kinds of n8n's node errors call it as they are made.
	const prototype = Object.getPrototypeOf(NodeApiError.prototype) as NodeErrorPrototype;
	const original = prototype.setDescriptiveErrorMessage;
	if (typeof original !== 'function') {
		throw new TypeError('n8n-workflow has no setDescriptiveErrorMessage: no headline is collected');
	}
	prototype.setDescriptiveErrorMessage = function (
		this: ThrownNodeError,
		message: string,
		...others: unknown[]
	) {
		// n8n makes some of what its request helper threw, too; no one sees those.
		const isOwn = !(this instanceof NodeApiError && this.cause instanceof Error);
		if (isOwn && /podFulfilment/i.test(this.node?.type ?? '')) headlines.add(message);
		return original.call(this as never, message, ...others);
	};
	const stop = (): void => {
		prototype.setDescriptiveErrorMessage = original;
	};
	return { headlines, stop };
}
