import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { urlOf } from '../../../nodes/PodFulfilment/input/urlOf.ts';

const HANGUL = Array.from({ length: 2_000 }, (_, index) =>
	String.fromCharCode(0xac00 + index),
).join('');

describe('The address of somebody else', () => {
	it('is parsed as any program does', () => {
		const address = fc.webUrl({ withQueryParameters: true, withFragments: true });
		fc.assert(
			fc.property(address, (url) => {
				expect(urlOf(url)?.href).toBe(new URL(url).href);
			}),
		);
	});

	it.each([
		['https://bücher.example/ä.png', 'https://xn--bcher-kva.example/%C3%A4.png'],
		[`https://${'가'.repeat(50)}。example/`, undefined],
		[`https://files.example.com/${HANGUL}`, undefined],
		[`https://files.example.com?${HANGUL}/${HANGUL}`, undefined],
		[`https://${'a'.repeat(2_000)}.example/`, undefined],
		[`https://${HANGUL}:key@files.example.com/`, undefined],
	])('%s is one', (address, href) => {
		expect(urlOf(address)?.href).toBe(href ?? new URL(address).href);
	});

	it.each([
		`https://${HANGUL}.example/`,
		`https://${'가'.repeat(64)}.example/`,
		`https://${'가.'.repeat(127)}example/`,
		`https://${encodeURIComponent(HANGUL)}/`,
		`https:${HANGUL}`,
		`https:\\\\${HANGUL}`,
		`ht\ntps:/\n/${HANGUL}`,
		`//${HANGUL}/`,
		`https://a@${HANGUL}/`,
	])('%s is none, and is not parsed', (address) => {
		const parser = vi.spyOn(URL, 'canParse');
		expect(urlOf(address, 'https://example.com')).toBeUndefined();
		expect(parser).not.toHaveBeenCalled();
		parser.mockRestore();
	});

	it.each(['', 'motif.png', 'https://', 'https://a b/'])('%j is none', (address) => {
		expect(urlOf(address)).toBeUndefined();
	});
});
