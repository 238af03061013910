import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Draws numbers from 0 to below 1. */
export type Random = () => number;

/** The generator's first numbers are alike for neighbouring seeds. */
const SKIPPED = 32;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
	const generator = xoroshiro128plus(Math.imul(seed + 1, 0x9e3779b9));
	for (let skipped = 0; skipped < SKIPPED; skipped += 1) generator.next();
	return () => uniformFloat64(generator);
}

/** Draws one of several values. */
export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
	values[Math.floor(random() * values.length)] as Value;
