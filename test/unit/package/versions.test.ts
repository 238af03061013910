import { describe, expect, it } from 'vitest';
import { NEWER, versionsTable, withTable } from '../../../scripts/generate/versions/table.ts';
import { readFound, type Found } from '../../compat/support/found.ts';
import { newestVersion, olderVersions } from '../../compat/support/installedN8n.ts';
import { textOf } from './documents/repository.ts';

/** Whether a version such as `1.123` is another one or newer. */
const isFrom = (name: string, from: string): boolean =>
	name.localeCompare(from, 'en', { numeric: true }) >= 0;

describe('The table of versions of n8n in README.md', () => {
	it('is what the tests found in each version, as docs/n8n-versions.json has it', async () => {
		const readme = textOf('README.md');
		expect(withTable(readme, await versionsTable(readFound()))).toBe(readme);
	});

	it('has the versions that the tests run', () => {
		expect(readFound().map(({ name, version }) => [name, version])).toEqual(
			[...olderVersions, newestVersion].map(({ name, version }) => [name, version]),
		);
	});

	it('names the versions from which on n8n has something as the tests found it', () => {
		for (const [feature, { from }] of Object.entries(NEWER)) {
			const found = readFound().map(({ name, features }) => [
				name,
				features[feature as keyof Found['features']],
			]);
			expect(found, feature).toEqual(readFound().map(({ name }) => [name, isFrom(name, from)]));
		}
	});

	it('changes with what was found, and is not made when a newer version lacks what an older one has', async () => {
		const found = readFound();
		const [oldest, ...others] = found;
		if (!oldest) throw new Error('Nothing was found');
		const withBudget = { ...oldest, features: { ...oldest.features, pollBudget: true } };
		expect(await versionsTable([withBudget])).not.toBe(await versionsTable([oldest]));
		await expect(versionsTable([withBudget, ...others])).rejects.toThrow('lacks what older ones');
	});
});
