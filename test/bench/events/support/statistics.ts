export { median } from '../../support/measure.ts';

/** The value that the given share of the values do not exceed. */
export function percentile(values: number[], share: number): number {
	const sorted = [...values].sort((left, right) => left - right);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
