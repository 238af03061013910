import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionalChoice, refuse, switchOf } from '../../input/checks';
import { numberIn } from '../../input/guards';
import { quote } from '../../input/wording';
import type { Check } from '../problems';

/** The longest wait for the validation. The spec does not say how long one takes; executions of n8n may be limited. */
const MAX_WAIT_SECONDS = 600;

/** Option for looking at an order before it is placed. */
export const checkOnlyField: INodeProperties = {
	displayName: 'Check Only',
	name: 'checkOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to check the order against the catalog and send nothing. The output has everything that has to be corrected first, and the order that would be sent.',
};

/** Option for orders that mostly exist already. */
export const expectExistingField: INodeProperties = {
	displayName: 'Expect Existing Order',
	name: 'expectExisting',
	type: 'boolean',
	default: false,
	description:
		'Whether to look for the order before it is placed. One that exists then costs a single request: its recipient, item IDs and quantities are compared, and the catalog is read only where something differs. For workflows that go through orders most of which exist.',
};

/** Options for what follows once an order is placed. */
export const followUpFields: INodeProperties[] = [
	{
		displayName: 'Confirm',
		name: 'confirm',
		type: 'boolean',
		default: false,
		builderHint: {
			propertyHint:
				'Turn on only if the user wants orders produced, and so paid, without a look at them first.',
		},
		description:
			"Whether to release the order for production once it is placed. Only a draft is confirmed. Add 'Wait for Validation' to be told here if the order fails.",
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
		default: 30,
		description:
			'How long to wait, once the order is placed, for the service to check the address and the print files. The wait ends early when they cannot be used, or when the status is no longer draft. The service gives no sign of success, so a good order takes the whole time. 0 waits for nothing.',
	},
];

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
