// The editor's fields of Create and Reprint for what becomes of the order, and reading them: 'Then', 'Expect Existing
// Order', 'Confirm Without Review', 'On Failed Validation', 'Wait for Validation'.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionalChoice, refuse, switchOf } from '../../input/checks';
import { numberIn } from '../../input/guards';
import { quote } from '../../input/wording';
import type { Check } from '../problems';

/** The longest wait for the validation. The spec does not say how long one takes; executions of n8n may be limited. */
const MAX_WAIT_SECONDS = 600;

/** What becomes of an order that was composed. */
const THEN = ['check', 'draft', 'confirm'] as const;

export type Then = (typeof THEN)[number];

/** Parameter for what becomes of the order. */
export const thenField: INodeProperties = {
	displayName: 'Then',
	name: 'then',
	type: 'options',
	// In the order of their consequences.
	options: [
		{
			name: 'Check Only',
			value: 'check',
			description:
				'Check the order against the catalog and send nothing. The output has everything that has to be corrected first, and the order that would be sent.',
		},
		{
			name: 'Place as a Draft',
			value: 'draft',
			description: 'Place the order. It is produced once it is confirmed.',
		},
		{
			name: 'Place and Confirm',
			value: 'confirm',
			description:
				'Place the order, and release it for production. An order that somebody should look at first stays a draft.',
		},
	],
	default: 'draft',
	description:
		"What to do with the order. Only a draft is confirmed. The option 'Wait for Validation' tells here if the order fails.",
	builderHint: {
		propertyHint:
			"Use 'confirm' only if the user wants orders produced, and so paid, without a look at them first.",
	},
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

/** Option that confirms a shop's order although somebody should look at it. */
export const confirmWithoutReviewField: INodeProperties = {
	displayName: 'Confirm Without Review',
	name: 'confirmWithoutReview',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/orderFrom': ['shopOrder', 'rows'], '/then': ['confirm'] } },
	description:
		"Whether to release also orders that somebody should look at first. The output lists the reasons under 'toReview'. Such an order otherwise stays a draft.",
};

/** Shown where an order is placed. n8n hands over no value of an option that is hidden, and a draft may be waited for too. */
const whenPlaced = { show: { '/then': ['draft', 'confirm'] } };

/** Options for what follows once an order is placed. */
export const followUpFields: INodeProperties[] = [
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
		displayOptions: whenPlaced,
		description:
			"What to do when the service could not use the address or a print file. Needs 'Place and Confirm' or 'Wait for Validation'.",
	},
	{
		displayName: 'Wait for Validation (Seconds)',
		name: 'waitForValidation',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_WAIT_SECONDS },
		default: 30,
		displayOptions: whenPlaced,
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

/**
 * Reads the parameter 'Then'.
 *
 * @throws UserError for anything else than one of its values
 */
export const thenOf = (value: unknown): Then => optionalChoice(value, 'Then', THEN) ?? 'draft';

/** Reads what follows once an order is placed. Undefined when nothing is to be done. */
export function followUpOf(then: Then, options: IDataObject, check: Check): FollowUp | undefined {
	const confirm = then === 'confirm';
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
