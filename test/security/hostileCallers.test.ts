import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	parseSecrets,
	verifySignature,
} from '../../nodes/PodFulfilment/trigger/webhook/signature.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';

describe('A fragment of a signing secret', () => {
	const NOW = Date.UTC(2026, 10, 20, 12);
	const BODY = Buffer.from('{"type":"order.updated","data":{"order":{"id":"1"}}}');

	const opens = (field: string, key: string): boolean => {
		const timestamp = String(NOW / 1000);
		const signature = createHmac('sha256', key).update(`${timestamp}.`).update(BODY).digest('hex');
		return verifySignature({
			rawBody: BODY,
			headers: {
				'x-service-request-signature': signature,
				'x-service-request-timestamp': timestamp,
			},
			secrets: parseSecrets(field),
			headerBrand: 'Service',
			now: NOW,
			toleranceSeconds: 1200,
		}).accepted;
	};

	// Not U+0000: HMAC itself fills a key up with it, so that it makes no difference at the end.
	const character = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...'abc012+/=_-') },
		{ weight: 2, arbitrary: fc.constantFrom(',', '\n', ' ') },
		{ weight: 1, arbitrary: fc.constantFrom('\u200b', '\u0007', '\ufeff') },
	);
	const secrets = fc.string({ unit: character, minLength: 1, maxLength: 60 });

	it('a fragment opens nothing if it has fewer than 8 characters or one that nobody sees', () => {
		fc.assert(
			fc.property(secrets, fc.nat(60), fc.integer({ min: 1, max: 60 }), (field, from, length) => {
				const fragment = field.slice(from, from + length);
				fc.pre(fragment !== '' && fragment.trim() !== field.trim());
				if (fragment.length < 8 || /\p{C}/u.test(fragment.replaceAll('\n', ''))) {
					expect(opens(field, fragment)).toBe(false);
				}
				// Of a longer one, only what stands between commas or on a line of its own.
				const edges = [field[from - 1] ?? ',', field[from + length] ?? ','];
				if (!edges.every((edge) => /[,\s]/.test(edge))) {
					expect(opens(field, fragment)).toBe(false);
				}
			}),
			{ seed: SEED, numRuns: REPETITIONS.secretFragments },
		);
	});

	it('the fragments do not keep the whole secret from opening', () => {
		fc.assert(
			fc.property(secrets, (field) => {
				fc.pre(/[^,\s]/.test(field));
				expect(opens(field, field.trim())).toBe(true);
			}),
			{ seed: SEED, numRuns: REPETITIONS.secretFragments / 5 },
		);
	});
});
