import type { IDataObject } from 'n8n-workflow';

import type { Check } from '../problems';
import { optionalChoice, refuse, switchOf } from '../../input/checks';
import { numberIn } from '../../input/guards';
import { quote } from '../../input/wording';
import { MAX_WAIT_SECONDS } from './fields';

/** What to do with an order once it is placed. */
export interface FollowUp {
	confirm: boolean;
	/** Whether an order that somebody should look at first is confirmed all the same. */
	confirmWithoutReview: boolean;
	waitMilliseconds: number;
	/** Whether the user chose how long to wait, be it 0. */
	isWaitSet: boolean;
	onFailedValidation: 'stop' | 'handBack';
}

function waitSecondsOf(value: unknown): number {
	const seconds = value === undefined || value === null || value === '' ? 0 : numberIn(value);
	return seconds === undefined || seconds < 0 || seconds > MAX_WAIT_SECONDS
		? refuse(
				'Options → Wait for Validation',
				`is ${quote(value)}, but must be a number of seconds from 0 to ${MAX_WAIT_SECONDS}`,
				'Enter for example 30.',
			)
		: seconds;
}

/** Reads the options. Undefined when nothing is to be done. */
export function followUpOf(options: IDataObject, check: Check): FollowUp | undefined {
	const confirm = check(() => switchOf(options.confirm, 'Options → Confirm')) ?? false;
	const confirmWithoutReview =
		check(() => switchOf(options.confirmWithoutReview, 'Options → Confirm Without Review')) ??
		false;
	const waitSeconds = check(() => waitSecondsOf(options.waitForValidation)) ?? 0;
	const onFailedValidation =
		check(() =>
			optionalChoice(options.onFailedValidation, 'Options → On Failed Validation', [
				'stop',
				'handBack',
			]),
		) ?? 'stop';
	if (!confirm && waitSeconds === 0) return undefined;
	return {
		confirm,
		confirmWithoutReview,
		waitMilliseconds: waitSeconds * 1000,
		isWaitSet: options.waitForValidation !== undefined,
		onFailedValidation,
	};
}
