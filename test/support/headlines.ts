import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TROUBLESHOOTING = new URL('../../docs/troubleshooting.md', import.meta.url);

/** What the nodes add to a headline of their own: which item it is about, and how much else is missing. */
const ADDITIONS = /([;,] and \d+ more)?( \[item \d+\])?$/;

/** What the polling trigger adds to one: when the failure began. */
const BEGINNING = /, since \d{4}-\d\d-\d\dT[\d:.]+Z/;

/** The order that a headline about the service is put behind. */
const ORDER = /^(?!The )[A-Z][a-z ]* ("[^"]*"|#\S+)[^:]*: (?=The )/;

/** The headings under which docs/troubleshooting.md has the entries; … in one stands for any text. */
export const entries: string[] = [
	...readFileSync(TROUBLESHOOTING, 'utf8').matchAll(/^### (.+)$/gm),
].map(([, heading = '']) => heading);

const patternOf = (entry: string): RegExp => {
	const parts = entry.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
};

const patterns = new Map(entries.map((entry) => [entry, patternOf(entry)]));

/** Whether docs/troubleshooting.md has an entry for a headline, or whether one of some entries is for it. */
export function isExplained(headline: string, among: string[] = entries): boolean {
	const plain = headline.replace(ADDITIONS, '').replace(BEGINNING, '').replace(ORDER, '');
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
