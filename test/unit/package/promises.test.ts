import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { BREAKING_CHANGES } from '../../simulation/codeChanges.ts';
import { editOf } from '../../simulation/engine/codeChange.ts';
import { nodesTree } from '../../simulation/engine/sourceTree.ts';

const DOCUMENT = new URL('../../../docs/promises.md', import.meta.url);

describe('A change that breaks a promise on purpose', () => {
	it.each(BREAKING_CHANGES)('is made in one place of the nodes: $effect', ({ change }) => {
		expect(() => editOf(change, nodesTree())).not.toThrow();
	});

	it('is in docs/promises.md with its promise and its seed', () => {
		const rows = [...readFileSync(DOCUMENT, 'utf8').matchAll(/^\| (\d+) +\|.*\| (\d+) +\|$/gm)].map(
			([, promise, seed]) => `promise ${promise}, seed ${seed}`,
		);
		expect(rows).toEqual(
			BREAKING_CHANGES.map(({ invariant, seed }) => `promise ${invariant}, seed ${seed}`),
		);
	});
});
