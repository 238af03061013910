import { inspect } from 'node:util';
import { expect } from 'vitest';

import { SECRETS } from './caller.ts';

/** Words that n8n's UX guidelines forbid in messages. */
const FORBIDDEN = /error|problem|failure|mistake/i;

export interface Wording {
	message: string;
	description: string;
}

/** Message and description of an error. Fails the test when one of them is empty. */
export function wordingOf(thrown: unknown): Wording {
	const { message, description } = thrown as Partial<Wording>;
	expect(message).toMatch(/\S/);
	expect(description).toMatch(/\S/);
	return { message: String(message), description: String(description) };
}

/** Message and description of the error that `action` throws. Fails the test when it throws none. */
export function refusedWith(action: () => unknown): Wording {
	try {
		action();
	} catch (thrown) {
		return wordingOf(thrown);
	}
	return expect.unreachable('nothing was thrown');
}

/** Checks that both texts are well-formed sentences without the words that n8n's guidelines forbid. */
export function expectPlainWords({ message, description }: Wording): void {
	expect(message).not.toMatch(FORBIDDEN);
	expect(description).not.toMatch(FORBIDDEN);
	expect(message).toMatch(/^\S.*[^.\s]$/);
	expect(message).toMatch(/^[A-Z]/);
	expect(description).toMatch(/^[A-Z].*[.!?]$/);
	expect(`${message} ${description}`).not.toMatch(/undefined|NaN|\[object|\s{2}/);
}

/** Checks that nothing that n8n could store or show of an error contains one of the secrets. */
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
