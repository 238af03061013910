import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const TROUBLESHOOTING = new URL('../../docs/troubleshooting.md', import.meta.url);

/** What a node says in an error: one line, and below it what to do. */
export interface Message {
	headline: string;
	description: string;
}

/** Verbs with which a description tells its reader what to do. */
const VERBS =
	`add ask begin call change check choose combine compare complete confirm contact copy correct create
	enter fill give hand have keep leave let listen look lower map mark name pass place put raise read
	remove rename restore run save set shorten split start switch try turn update upload use wait write`
		.split(/\s+/)
		.join('|');

/** At the beginning of a sentence or of a part of one. */
const NEXT_STEP = new RegExp(
	`(?:^|[.:,;(\\n] ?|\\b(?:and|either|or|otherwise|then|again) )(?:please )?(?:${VERBS})\\b|\\bnothing (?:needs|has) to be \\w+|\\brunning the node again is safe\\b`,
	'im',
);

/** Whether a text says what to do, or that nothing needs to be done. */
export const namesNextStep = (text: string): boolean => NEXT_STEP.test(text);

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
export function hasEntry(headline: string, among: string[] = entries): boolean {
	const plain = headline.replace(ADDITIONS, '').replace(BEGINNING, '').replace(ORDER, '');
	// Where n8n shows nothing but one line, what to do follows in it. Of several problems, the second one does.
	const [first = ''] = plain.split(/\. |; /, 1);
	return among.some((entry) => {
		const pattern = patterns.get(entry);
		return pattern?.test(plain) || pattern?.test(first);
	});
}

/** Whether a user is told what to do: by the message itself, or by docs/troubleshooting.md. */
export const isExplained = ({ headline, description }: Message): boolean =>
	namesNextStep(description) || namesNextStep(headline) || hasEntry(headline);

interface NodeErrorPrototype {
	setDescriptiveErrorMessage(message: string, ...others: unknown[]): unknown;
}

interface ThrownNodeError {
	node?: { type?: string };
	cause?: unknown;
	description?: string | null;
}

/**
 * Collects what all errors say that nodes of this package make from now on, in this thread.
 *
 * @returns the messages by all that they say, and how to end it
 */
export function collectMessages(): { messages: Map<string, Message>; stop: () => void } {
	const messages = new Map<string, Message>();
	const { NodeApiError } = createRequire(import.meta.url)('n8n-workflow') as {
		NodeApiError: { new (...settings: never[]): Error; prototype: object };
	};
	// Both kinds of n8n's node errors call it as they are made, once they have their description.
	const prototype = Object.getPrototypeOf(NodeApiError.prototype) as NodeErrorPrototype;
	const original = prototype.setDescriptiveErrorMessage;
	if (typeof original !== 'function') {
		throw new TypeError('n8n-workflow has no setDescriptiveErrorMessage: no message is collected');
	}
	prototype.setDescriptiveErrorMessage = function (
		this: ThrownNodeError,
		headline: string,
		...others: unknown[]
	) {
		// n8n makes some of what its request helper threw, too; no one sees those.
		const isOwn = !(this instanceof NodeApiError && this.cause instanceof Error);
		if (isOwn && /podFulfilment/i.test(this.node?.type ?? '')) {
			const description = this.description ?? '';
			messages.set(`${headline}\n${description}`, { headline, description });
		}
		return original.call(this as never, headline, ...others);
	};
	const stop = (): void => {
		prototype.setDescriptiveErrorMessage = original;
	};
	return { messages, stop };
}
