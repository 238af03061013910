import type { IDataObject } from 'n8n-workflow';

import { CONCURRENCY, MAX_ATTEMPTS, MAX_WAIT_SECONDS } from '../transport/limits';
import { DEFAULT_PATIENCE } from '../transport/service';
import type { Patience } from '../transport/types';

/** NaN for whatever is neither a number nor a text that is one: an empty field is not a zero. */
const numberOf = (value: unknown): number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
		? Number(value)
		: Number.NaN;

/** What the user set under 'Options' about sending; an expression may have led to anything, which is brought within. */
export function patienceOf(options: IDataObject): Patience {
	const within = (
		name: keyof Patience,
		{ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
	): number => {
		const value = numberOf(options[name]);
		return Number.isFinite(value)
			? Math.min(max, Math.max(min, Math.floor(value)))
			: DEFAULT_PATIENCE[name];
	};
	return {
		concurrency: within('concurrency', CONCURRENCY),
		maxAttempts: within('maxAttempts', MAX_ATTEMPTS),
		maxWaitSeconds: within('maxWaitSeconds', MAX_WAIT_SECONDS),
	};
}
