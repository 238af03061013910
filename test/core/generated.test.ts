import { expect, it } from 'vitest';
import { generatedFiles, outdatedIn } from '../../scripts/generate/generated.ts';

it('What is generated from the nodes is as they are today', async () => {
	const outdated: string[] = [];
	for await (const files of generatedFiles()) outdated.push(...outdatedIn(files).keys());
	expect(outdated, 'Run npm run generate').toEqual([]);
});
