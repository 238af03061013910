import { describe, expect, it } from 'vitest';

import { plainText } from '../../../nodes/PodFulfilment/input/html.ts';

describe('Markup as plain text', () => {
	it.each([
		[
			'<p>Soft <strong>organic cotton</strong>, 180 g/m&sup2;.</p><ul><li>Regular fit</li><li>Tear-away label</li></ul>',
			'Soft organic cotton, 180 g/m².\nRegular fit\nTear-away label',
		],
		['One<br>two<br/>three<BR />four', 'One\ntwo\nthree\nfour'],
		['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
		['<!-- hidden -->Shown', 'Shown'],
		['&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
		['  plain\n\n  text ', 'plain\ntext'],
		['', ''],
	])('%j is %j', (markup, text) => {
		expect(plainText(markup)).toBe(text);
	});

	it.each(['<', '<a', '<!--', '</p', '&amp', '<a <'])(
		'unfinished markup of a million %j is read within the time of a unit test, and left as it is',
		(part) => {
			const markup = part.repeat(1_000_000);
			expect(plainText(markup) === markup).toBe(true);
		},
	);
});
