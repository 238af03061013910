import { inspect } from 'node:util';
import { expect } from 'vitest';
import { SECRETS } from './caller.ts';

/** The words that n8n's UX guidelines keep out of messages. */
const UNWANTED = /error|problem|failure|mistake/i;

export interface Wording {
	message: string;
	description: string;
}

/** Message and description of whatever was thrown or handed back; both have to be there. */
export function wordingOf(thrown: unknown): Wording {
	const { message, description } = thrown as Partial<Wording>;
	expect(message).toMatch(/\S/);
	expect(description).toMatch(/\S/);
	return { message: String(message), description: String(description) };
}

/** What `action` throws, in words. */
export function refusedWith(action: () => unknown): Wording {
	try {
		action();
	} catch (thrown) {
		return wordingOf(thrown);
	}
	return expect.unreachable('nothing was refused');
}

/** Says what happened and what to do, in the words that n8n's guidelines ask for. */
export function expectPlainWords({ message, description }: Wording): void {
	expect(message).not.toMatch(UNWANTED);
	expect(description).not.toMatch(UNWANTED);
	expect(message).toMatch(/^\S.*[^.\s]$/);
	expect(message).toMatch(/^[A-Z]/);
	expect(description).toMatch(/^[A-Z].*[.!?]$/);
	expect(`${message} ${description}`).not.toMatch(/undefined|NaN|\[object|\s{2}/);
}

/** Looks for the secrets of caller.ts in everything that n8n could store or show of an object. */
export function expectNoSecret(thrown: unknown, secrets: string[] = Object.values(SECRETS)): void {
	const { message, description } = thrown as Partial<Wording>;
	const all = [
		String(message),
		String(description),
		JSON.stringify(thrown),
		inspect(thrown, { depth: 12, showHidden: true }),
	].join('\n');
	for (const secret of secrets) expect(all).not.toContain(secret);
}
