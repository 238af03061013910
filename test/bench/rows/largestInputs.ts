import { growthOf, LARGEST_INPUTS } from '../../support/largestInputs.ts';
import { atMost, milliseconds, type Row } from '../support/row.ts';

/** Four times the input takes at most five times the time, whoever decides how large it is. */
export function largestInputsRows(): Promise<Row[]> {
	return Promise.resolve(
		LARGEST_INPUTS.map((input) => {
			const { fewMs, manyMs } = growthOf(input);
			return atMost(5, {
				name: `largest inputs: ${input.name}, ${4 * input.size} / ${input.size}`,
				ours: manyMs,
				reference: fewMs,
				format: milliseconds,
			});
		}),
	);
}
