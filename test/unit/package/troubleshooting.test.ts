import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';

import { entries, hasEntry, isExplained } from '../../support/messages.ts';
import { messagesInCode } from './documents/messagesInCode.ts';
import { textOf } from './documents/repository.ts';

// Whoever reads a message has to know what to do next: it says so itself, or docs/troubleshooting.md has an entry for it.

const testMessages = (new PodFulfilmentApi().test.rules ?? []).map(
	({ properties }) => properties.message,
);

describe('A message', () => {
	it('says what to do, or has an entry in docs/troubleshooting.md', () => {
		const messages = messagesInCode();
		expect(messages.length).toBeGreaterThan(150);
		// What the code puts together of several parts is read where it is said: test/support/explainedMessages.ts.
		const known = messages.filter(({ advice }) => advice.length > 0);
		expect(known.length).toBeGreaterThan(100);
		const silent = known.filter(
			({ headline, advice }) =>
				!advice.every((description) => isExplained({ headline, description })),
		);
		expect(silent).toEqual([]);
	});

	it('of the credential test says what to do, or has an entry', () => {
		expect(testMessages.length).toBeGreaterThan(10);
		expect(
			testMessages.filter((message) => !isExplained({ headline: message, description: '' })),
		).toEqual([]);
	});

	it.each([
		'Check the Base URL in the credential.',
		'The account may be another one. If it is right, ask the fulfilment service.',
		'Add the row, or leave it out.',
		'The shop sent it: nothing needs to be produced.',
		'To have such orders produced, add the option Order Statuses.',
	])('names a next step with %j', (description) => {
		expect(isExplained({ headline: 'Something happened', description })).toBe(true);
	});

	it.each([
		'',
		'It gave no explanation.',
		'What is known is watched.',
		'The service has removed it for good.',
		'Nothing was sent.',
	])('names none with %j', (description) => {
		expect(isExplained({ headline: 'Something happened', description })).toBe(false);
	});
});

describe('docs/troubleshooting.md', () => {
	it('has each message once', () => {
		expect(entries.length).toBeGreaterThan(20);
		expect(new Set(entries).size).toBe(entries.length);
	});

	it('has no entry for a message that neither the code nor n8n has any more', () => {
		const [, ofN8n = ''] = textOf('docs/troubleshooting.md').split(/^## n8n itself$/m);
		const said = [...messagesInCode().map(({ headline }) => headline), ...testMessages];
		const stale = entries.filter(
			(entry) => !ofN8n.includes(`### ${entry}\n`) && !said.some((text) => hasEntry(text, [entry])),
		);
		expect(stale).toEqual([]);
	});

	it('says something under each heading', () => {
		const [, ...sections] = textOf('docs/troubleshooting.md').split(/^### /m);
		for (const section of sections) {
			const [heading = '', ...text] = section.split(/^## /m)[0]?.split('\n') ?? [];
			expect(text.join(' ').trim(), heading).toMatch(/\w.*\.$/);
		}
	});

	it.each([
		'',
		'Something else happened',
		'A new headline, with a comma',
		'The catalog has no product',
		'The service refused the API key and more',
		'A new headline, since 2026-11-20T13:00:00.000Z',
	])('has no entry for the invented %j', (headline) => {
		expect(hasEntry(headline)).toBe(false);
	});

	it.each([
		'The service could not be reached',
		'The service could not be reached [item 12]',
		'Recipient → City is empty; Recipient → ZIP is empty',
		'Recipient → City is empty; Recipient → ZIP is empty; and 3 more [item 0]',
		'Order "SHOP-1": The service could not be reached',
		'Order #1001: The service is not available at the moment',
		'shopify-3005 is not produced: the print file of line 1 (Harbour Tee) cannot be read',
		'The service refused the API key. Check the API Key in the credential',
		'The service could not be reached, since 2026-11-20T13:00:00.000Z',
		'Order "SHOP-1" exists already with other content: Quantity',
		'The service refused order "SHOP-1" because of a conflict: the customer is locked',
	])('has an entry for %j', (headline) => {
		expect(hasEntry(headline)).toBe(true);
	});
});
