import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { linkExpiryMs } from '../../../../nodes/PodFulfilment/order/place/printFileFindings.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

describe('Until when a link works', () => {
	it.each([
		// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
		[
			'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host',
			'2013-05-25T00:00:00Z',
		],
		[
			'https://b.example/a.png?x-amz-expires=60&x-amz-date=20261127T115930Z',
			'2026-11-27T12:00:30Z',
		],
		[
			'https://storage.googleapis.com/b/cat.jpeg?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Date=20181026T181309Z&X-Goog-Expires=900',
			'2018-10-26T18:28:09Z',
		],
		[
			'https://d111111abcdef8.cloudfront.net/image.jpg?Expires=1357034400&Signature=x&Key-Pair-Id=K',
			'2013-01-01T10:00:00Z',
		],
		[
			'https://account.blob.core.windows.net/c/a.png?sv=2022-11-02&se=2026-12-01T08%3A00%3A00Z&sr=b&sp=r&sig=x',
			'2026-12-01T08:00:00Z',
		],
		[
			'https://v5.airtableusercontent.com/v3/u/29/29/1795788000000/abc/def/g.png',
			'2026-11-27T14:00:00Z',
		],
		['https://dl.airtableusercontent.com/attachments/abc.png', '2026-11-27T14:00:00Z'],
	])('%s works until %s', (address, until) => {
		expect(new Date(linkExpiryMs(address, NOW) ?? 0).toISOString()).toBe(
			until.replace('Z', '.000Z'),
		);
	});

	it.each([
		'https://files.example.com/a.png',
		'https://files.example.com/a.png?v=1357034400',
		'https://files.example.com/a.png?Expires=never',
		'https://files.example.com/a.png?Expires=3600',
		'https://files.example.com/a.png?X-Amz-Date=20130524T000000Z',
		'https://files.example.com/a.png?X-Amz-Expires=86400',
		'https://files.example.com/a.png?X-Amz-Date=today&X-Amz-Expires=86400',
		'https://files.example.com/a.png?se=2026-12-01',
		'https://airtableusercontent.com.evil.example/v3/u/29/29/1795780800000/a.png',
		'https://files.example.com/1795780800000/a.png',
	])('%s does not say until when it works', (address) => {
		expect(linkExpiryMs(address, NOW)).toBeUndefined();
	});

	it('any query gives a time that can be written, or none', () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.constantFrom('X-Amz-Date', 'X-Amz-Expires', 'X-Goog-Date', 'Expires', 'se', 'sig'),
					fc.oneof(
						fc.string(),
						fc.constantFrom('20261127T120000Z', '9999999999', '99991231T235959Z'),
					),
				),
				(query) => {
					const address = `https://files.example.com/a?${new URLSearchParams(query).toString()}`;
					const until = linkExpiryMs(address, NOW);
					if (until !== undefined) expect(new Date(until).toISOString()).toMatch(/Z$/);
				},
			),
			{ numRuns: 1_000 },
		);
	});
});
