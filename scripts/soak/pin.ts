/** Finds seeds for the changes that break a promise on purpose (docs/promises.md, 'Each check can fail'). */
import { BREAKING_CHANGES, type BreakingChange } from '../../test/simulation/codeChanges.ts';
import { NodeSources } from '../../test/simulation/engine/nodeProcess.ts';
import { historyOf } from '../../test/simulation/seeds.ts';
import { simulate } from '../../test/simulation/simulate.ts';
import { playInThread } from './playInThread.ts';

/** The first seed from 1 on whose history finds a change; undefined where none of so many does. */
async function firstSeedThatFinds(index: number, histories: number): Promise<number | undefined> {
	let seed: number | undefined;
	await playInThread({
		firstSeed: 1,
		endSeed: histories + 1,
		until: Number.POSITIVE_INFINITY,
		breakingChange: index,
		onFinding: (finding) => {
			const isFound = finding.violations.some(
				({ invariant }) => invariant === BREAKING_CHANGES[index]?.invariant,
			);
			if (isFound) seed = finding.seed;
			return isFound;
		},
	});
	return seed;
}

/** What is known of the seed of one change, and whether it stays pinned. */
async function checkPin(
	index: number,
	change: BreakingChange,
	histories: number,
): Promise<{ isPinned: boolean; text: string }> {
	const { invariant, seed } = change;
	const { violations } = await simulate(historyOf(seed), new NodeSources(change));
	if (violations.some((violation) => violation.invariant.number === invariant)) {
		return { isPinned: true, text: `seed ${seed} finds it` };
	}
	const found = await firstSeedThatFinds(index, histories);
	return {
		isPinned: false,
		text: `seed ${seed} no longer finds it, ${
			found === undefined ? `nor does any from 1 to ${histories}` : `seed ${found} does`
		}`,
	};
}

/**
 * Plays the pinned history of each breaking change, and looks for another one where it no longer finds the change.
 *
 * @param histories how many seeds are tried for each, from 1 on
 * @returns whether all pinned seeds find theirs
 */
export async function pin(histories: number): Promise<boolean> {
	let areAllPinned = true;
	for (const [index, change] of BREAKING_CHANGES.entries()) {
		const { isPinned, text } = await checkPin(index, change, histories);
		console.log(`promise ${change.invariant}, ${change.effect}: ${text}`);
		areAllPinned &&= isPinned;
	}
	if (!areAllPinned) {
		console.error('New seeds belong in test/simulation/codeChanges.ts.');
	}
	return areAllPinned;
}
