import type { Random } from '../../random.ts';

/** What happens to the webhooks that the shop sends. Shares are from 0 to 1. */
export interface WebhookFaults {
	/** The share that is never sent. */
	lost?: number;
	/** The share that is sent late, by how many shop seconds. */
	late?: number;
	lateSeconds?: number;
	/** The share that is sent more than once. */
	duplicated?: number;
	/** How often, from 2 to 9. Default: drawn. */
	copies?: number;
	/** Whether the copies are sent at the same time, or one after the other. Default: drawn. */
	atOnce?: boolean;
	/** Every attempt fails as if nobody listened. */
	unreachable?: boolean;
}

const MINIMUM_COPIES = 2;
const MAXIMUM_COPIES = 9;

/** What becomes of one webhook. */
export interface Fate {
	isLost: boolean;
	delaySeconds: number;
	copies: number;
	atOnce: boolean;
}

export function drawFate(faults: WebhookFaults, random: Random): Fate {
	// All are always drawn, so that one fault does not shift the draws of another.
	const [lost, late, duplicated, copies, atOnce] = Array.from({ length: 5 }, random) as [
		number,
		number,
		number,
		number,
		number,
	];
	const drawnCopies = MINIMUM_COPIES + Math.floor(copies * (MAXIMUM_COPIES - MINIMUM_COPIES + 1));
	return {
		isLost: lost < (faults.lost ?? 0),
		delaySeconds: late < (faults.late ?? 0) ? (faults.lateSeconds ?? 60) : 0,
		copies: duplicated < (faults.duplicated ?? 0) ? (faults.copies ?? drawnCopies) : 1,
		atOnce: faults.atOnce ?? atOnce < 0.5,
	};
}

/** @throws RangeError that names the value that is out of range */
export function requireWebhookFaults(faults: WebhookFaults): void {
	for (const name of ['lost', 'late', 'duplicated'] as const) {
		const share = faults[name];
		if (share !== undefined && !(share >= 0 && share <= 1)) {
			throw new RangeError(`${name} must be between 0 and 1, not ${share}`);
		}
	}
	const { copies, lateSeconds } = faults;
	if (
		copies !== undefined &&
		!(Number.isInteger(copies) && copies >= MINIMUM_COPIES && copies <= MAXIMUM_COPIES)
	) {
		throw new RangeError(`copies must be a whole number from 2 to 9, not ${copies}`);
	}
	if (lateSeconds !== undefined && !(lateSeconds >= 0)) {
		throw new RangeError(`lateSeconds must be a number from 0 on, not ${lateSeconds}`);
	}
}

const share = { type: 'number', minimum: 0, maximum: 1 };

export const WEBHOOK_FAULTS_SCHEMA = {
	type: 'object',
	additionalProperties: false,
	properties: {
		lost: share,
		late: share,
		lateSeconds: { type: 'number', minimum: 0 },
		duplicated: share,
		copies: { type: 'integer', minimum: MINIMUM_COPIES, maximum: MAXIMUM_COPIES },
		atOnce: { type: 'boolean' },
		unreachable: { type: 'boolean' },
	},
};
