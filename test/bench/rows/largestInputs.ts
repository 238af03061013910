import { atMost, milliseconds, type Row } from '../support/row.ts';
import { registerSources } from '../support/sources.ts';

/**
 * Passes of which the best one counts. What disturbs a pass makes its ratio larger by chance; work that grows with the
 * square of its input takes sixteen times the time in each of them.
 */
const PASSES = 5;

const LIMIT = 5;

/** Four times the input takes at most five times the time, whoever decides how large it is. */
export async function largestInputsRows(): Promise<Row[]> {
	registerSources();
	const { growthOf, LARGEST_INPUTS } = await import('../../support/largestInputs.ts');
	const rows: Row[] = [];
	for (const input of LARGEST_INPUTS) {
		let best = await growthOf(input);
		for (let pass = 1; pass < PASSES && best.manyMs > LIMIT * best.fewMs; pass += 1) {
			const next = await growthOf(input);
			if (next.manyMs / next.fewMs < best.manyMs / best.fewMs) best = next;
		}
		rows.push(
			atMost(LIMIT, {
				name: `largest inputs: ${input.name}, ${4 * input.size} / ${input.size}`,
				ours: best.manyMs,
				reference: best.fewMs,
				format: milliseconds,
			}),
		);
	}
	return rows;
}
