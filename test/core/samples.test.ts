import { describe, expect, it } from 'vitest';

import { samplesOf } from '../../scripts/generate/samples/samples.ts';
import { examples } from '../support/savedWorkflows.ts';

describe('The samples that are pinned in an example', () => {
	it.each(examples)('are what its nodes emit today: $path', async (example) => {
		const today = await samplesOf(example);
		expect(example.pinData, 'Run npm run build && npm run generate:samples').toEqual(today);
		// The order of the fields is what the editor shows.
		expect(JSON.stringify(example.pinData)).toBe(JSON.stringify(today));
	});
});
