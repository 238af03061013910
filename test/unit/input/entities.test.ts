import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeEntities } from '../../../nodes/PodFulfilment/input/html.ts';

describe('The entities of HTML', () => {
	it.each([
		['M&uuml;ller &amp; S&ouml;hne', 'Müller & Söhne'],
		['Shirt &#8211; M', 'Shirt – M'],
		['D&#x27;Arc', "D'Arc"],
		['&Eacute;lan &szlig;', 'Élan ß'],
		['R&D; AT&T', 'R&D; AT&T'],
		['&constructor; &#0; &#xD800; &', '&constructor; &#0; &#xD800; &'],
		['&amp;lt;', '&lt;'],
	])('%j is read as %j', (text, expected) => {
		expect(decodeEntities(text)).toBe(expected);
	});

	it('a text without an ampersand stays as it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				fc.pre(!text.includes('&'));
				expect(decodeEntities(text)).toBe(text);
			}),
		);
	});
});
