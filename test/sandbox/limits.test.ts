import { describe, expect, it } from 'vitest';

import { DEFAULT_OPTIONS } from '../../sandbox/options.ts';

describe('Limits that a test does not wait for (section 8)', () => {
	it('a receiver of webhooks has 60 seconds, unless told otherwise', () => {
		expect(DEFAULT_OPTIONS.responseLimitMilliseconds).toBe(60_000);
	});
});
