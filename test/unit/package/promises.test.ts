import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { BREAKING_CHANGES } from '../../simulation/codeChanges.ts';

const root = new URL('../../../', import.meta.url);
const sourceOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('A change that breaks a promise on purpose', () => {
	it.each(BREAKING_CHANGES)(
		'replaces code that stands in its file once: $effect',
		({ file, from }) => {
			expect(sourceOf(file).split(from)).toHaveLength(2);
		},
	);

	it('is in docs/promises.md with its promise, its file and its seed', () => {
		const rows = [
			...sourceOf('docs/promises.md').matchAll(/^\| (\d+) +\| `([^`]+)`: .*\| (\d+) +\|$/gm),
		].map(([, promise, file, seed]) => `${promise}: ${file?.split('/').at(-1)}, seed ${seed}`);
		expect(rows).toEqual(
			BREAKING_CHANGES.map(
				({ invariant, file, seed }) => `${invariant}: ${file.split('/').at(-1)}, seed ${seed}`,
			),
		);
	});
});
