import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { entries, isExplained } from '../../support/headlines.ts';
import { headlinesInCode } from './documents/headlinesInCode.ts';
import { textOf } from './documents/repository.ts';

const testMessages = (new PodFulfilmentApi().test.rules ?? []).map(
	({ properties }) => properties.message,
);

/** Headlines that the code puts together out of others, or of what it was handed. */
const COMPOSED = [
	'… cannot be … in its current state',
	'…, but no variant has the SKU …',
	'…, but it has no SKU',
];

describe('docs/troubleshooting.md', () => {
	it('has each headline once', () => {
		expect(entries.length).toBeGreaterThan(80);
		expect(new Set(entries).size).toBe(entries.length);
	});

	it('has an entry for every headline that is written in the code', () => {
		const headlines = headlinesInCode();
		expect(headlines.length).toBeGreaterThan(150);
		expect(headlines.filter(({ text }) => !isExplained(text))).toEqual([]);
	});

	it('has an entry for every message of the credential test', () => {
		expect(testMessages.length).toBeGreaterThan(10);
		expect(testMessages.filter((message) => !isExplained(message))).toEqual([]);
	});

	it('has no entry for a headline that neither the code nor n8n has any more', () => {
		const [, ofN8n = ''] = textOf('docs/troubleshooting.md').split(/^## n8n itself$/m);
		const said = [...headlinesInCode().map(({ text }) => text), ...testMessages];
		const stale = entries.filter(
			(entry) =>
				!ofN8n.includes(`### ${entry}\n`) && !said.some((text) => isExplained(text, [entry])),
		);
		expect(stale.sort()).toEqual([...COMPOSED].sort());
	});

	it('says what to do under each headline', () => {
		const [, ...sections] = textOf('docs/troubleshooting.md').split(/^### /m);
		for (const section of sections) {
			const [heading = '', ...text] = section.split(/^## /m)[0]?.split('\n') ?? [];
			expect(text.join(' ').trim(), heading).toMatch(/\w.*\.$/);
		}
	});

	it('has no entry that any text would match', () => {
		for (const text of ['', 'Something else happened', 'A new headline, with a comma']) {
			expect(isExplained(text)).toBe(false);
		}
	});

	it.each([
		'The service could not be reached',
		'The service could not be reached [item 12]',
		'Recipient → City is empty; Recipient → ZIP is empty',
		'Recipient → City is empty; Recipient → ZIP is empty; and 3 more [item 0]',
		'Order "SHOP-1": The service could not be reached',
		'Order #1001: The service is not available at the moment',
		'shopify-3005 is not produced: the print file of line 1 (Harbour Tee) cannot be read',
		'SHOP-1 cannot be canceled: it is shipped',
		'SHOP-1 cannot be confirmed: it failed',
		'The service refused the API key. Check the API Key in the credential',
		'The service could not be reached, since 2026-11-20T13:00:00.000Z',
		'Order "SHOP-1" exists already with other content: Quantity',
		'The service refused order "SHOP-1" because of a conflict: the customer is locked',
		'Line 2 (Team\nMug) has no print file',
	])('explains %j', (headline) => {
		expect(isExplained(headline)).toBe(true);
	});

	it('does not explain a headline that only begins like one of its own', () => {
		expect(isExplained('The service refused the API key and more')).toBe(false);
		expect(isExplained('Order #1001, line 2 (Team Mug) surprises')).toBe(false);
		expect(isExplained('A new headline, since 2026-11-20T13:00:00.000Z')).toBe(false);
	});
});
