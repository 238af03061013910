import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Check } from '../problems';
import { refuse, switchOf } from '../../input/checks';
import { numberIn } from '../../input/guards';
import { quote } from '../../input/wording';

/** The longest wait for the validation. The spec does not say how long one takes; executions of n8n may be limited. */
const MAX_WAIT_SECONDS = 600;

/** What to do with an order once it is placed. */
export interface FollowUp {
	confirm: boolean;
	waitMilliseconds: number;
	onFailedValidation: 'stop' | 'handBack';
}

export const followUpFields: INodeProperties[] = [
	{
		displayName: 'Confirm',
		name: 'confirm',
		type: 'boolean',
		default: false,
		description:
			"Whether to release the order for production once it is placed. Only a draft is confirmed. Add 'Wait for Validation' so that the service can check the address and the print files first.",
	},
	{
		displayName: 'On Failed Validation',
		name: 'onFailedValidation',
		type: 'options',
		options: [
			{
				name: 'Return the Order',
				value: 'handBack',
				description: "Return the order, with what was found under 'warnings'",
			},
			{
				name: 'Stop With a Message',
				value: 'stop',
				description: 'Stop the node, and say what was found in which field',
			},
		],
		default: 'stop',
		description:
			"What to do when the service could not use the address or a print file. Needs 'Confirm' or 'Wait for Validation'.",
	},
	{
		displayName: 'Wait for Validation (Seconds)',
		name: 'waitForValidation',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_WAIT_SECONDS },
		default: 0,
		description:
			'How long to wait, once the order is placed, for the service to check the address and the print files. The wait ends early when they cannot be used, or when the status is no longer draft. The service gives no sign of success, so a good order takes the whole time.',
	},
];

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
	const waitSeconds = check(() => waitSecondsOf(options.waitForValidation)) ?? 0;
	const onFailedValidation = options.onFailedValidation === 'handBack' ? 'handBack' : 'stop';
	return confirm || waitSeconds > 0
		? { confirm, waitMilliseconds: waitSeconds * 1000, onFailedValidation }
		: undefined;
}
