import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { BREAKING_CHANGES } from '../../simulation/codeChanges.ts';

const NODES = new URL('../../../nodes/PodFulfilment/', import.meta.url);

describe('A change that breaks a promise on purpose', () => {
	it.each(BREAKING_CHANGES)('is made in one place of the nodes: $effect', ({ file, code }) => {
		expect(readFileSync(new URL(file, NODES), 'utf8').split(code)).toHaveLength(2);
	});
});
