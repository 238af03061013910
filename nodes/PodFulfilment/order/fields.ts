// The fields of Create and Reprint for the order as a whole, and reading them.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { externalIdOf } from '../input/checks';
import { amountField, choiceField, field, switchField } from '../input/field';
import { checkedOption, type Check } from './findings';

/** What shows an option where the order comes from a shop or from rows. */
export const forShopOrders = { show: { '/orderFrom': ['shopOrder', 'rows'] } };

/** 'External ID' of Create and Reprint. */
export const externalIdField = field(
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. SHOP-1001',
		description:
			'Order number of your own shop: up to 63 letters, digits, hyphens and underscores. Each can be used once, which keeps an order from being placed twice. Never a time or a random value: when the node runs again, it has to be the same.',
		builderHint: {
			propertyHint:
				'Use an ID that is the same each time the workflow runs for this order, such as the order number. Never a random value or a time: the order would be placed twice.',
		},
	},
	(value, label) => externalIdOf(value, label),
);

/** The option 'External ID' where the order comes from a shop or from rows, which have numbers. */
export const ownExternalIdOption: INodeProperties = {
	...externalIdField.property,
	required: false,
	displayOptions: forShopOrders,
	builderHint: {
		propertyHint:
			'Leave out, to use the order number and ID of the shop, or the order number of the row.',
	},
	placeholder: 'e.g. woo-727 (may stay empty)',
	description:
		"An ID of your own: up to 63 letters, digits, hyphens and underscores, never a time or a random value. Without it, or left empty, it is what never changes in the shop: Shopify's order number and ID, such as shopify-1001-5700000002001, WooCommerce's ID, such as woo-727, or the number of the order, such as etsy-3928083001 or row-1001. For a second WooCommerce shop or sheet, add the option Shop Name instead. Every workflow with the orders of this shop needs the same: under another ID an order is placed again.",
};

export const shippingField = choiceField({
	displayName: 'Shipping',
	name: 'shipping',
	options: [
		{ name: 'DHL Express', value: 'DHL_EXPRESS' },
		{ name: 'Standard', value: 'STANDARD' },
	],
	default: 'STANDARD',
	description: 'How to ship the parcel',
});

export const ifExistsField = choiceField({
	displayName: 'If Order Exists',
	name: 'ifExists',
	options: [
		{
			name: 'Return Existing Order',
			value: 'returnExisting',
			description:
				'Return the existing order when its content is the same, so that running again is safe',
		},
		{
			name: 'Stop With a Message',
			value: 'error',
			description: 'Return no order that existed before, even with the same content',
		},
	],
	default: 'returnExisting',
	description: 'What to do when an order with this external ID already exists',
});

export type IfExists = ReturnType<typeof ifExistsField.read>;

/** Create and Reprint save it by names of their own: what was chosen in one never confirms in the other. */
const thenFieldNamed = (name: 'then' | 'thenReprint') =>
	choiceField({
		displayName: 'Then',
		name,
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
			"What to do with the order. Only a draft is confirmed. The service checks address and print files only afterwards: the option 'Wait for Validation' tells here if it cannot use one.",
		builderHint: {
			propertyHint:
				"Use 'confirm' only if the user wants orders produced, and so paid, without a look at them first.",
		},
	});

export const thenField = thenFieldNamed('then');

export const thenReprintField = thenFieldNamed('thenReprint');

/** What becomes of an order that was composed. */
export type Then = ReturnType<typeof thenField.read>;

export const expectExistingField = switchField({
	displayName: 'Expect Existing Order',
	name: 'expectExisting',
	default: false,
	description:
		'Whether to look for the order before it is placed. One that exists then costs a single request: its recipient, item IDs and quantities are compared, and the catalog is read only where something differs. For workflows that go through orders most of which exist.',
});

export const checkPrintFilesField = switchField({
	displayName: 'Check Print Files',
	name: 'checkPrintFiles',
	default: false,
	description:
		'Whether to read the beginning of each print file before anything is sent. A file that is missing or no picture stops the order; one that is too small or has another shape than its placement keeps it a draft. A damaged one may pass: Wait for Validation tells here what the service finds.',
});

export const confirmWithoutReviewField = switchField({
	displayName: 'Confirm Without Review',
	name: 'confirmWithoutReview',
	default: false,
	displayOptions: { show: { ...forShopOrders.show, '/then': ['confirm'] } },
	description:
		"Whether to release also orders that somebody should look at first. The output lists the reasons under 'toReview'. Such an order otherwise stays a draft.",
});

const onFailedValidationField = choiceField({
	displayName: 'On Failed Validation',
	name: 'onFailedValidation',
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
		"What to do when the service could not use the address or a print file. Needs 'Place and Confirm' or 'Wait for Validation'.",
});

/** The longest wait for the validation. The spec does not say how long one takes; executions of n8n may be limited. */
const MAX_VALIDATION_SECONDS = 600;

const waitForValidationField = amountField(
	{
		displayName: 'Wait for Validation (Seconds)',
		name: 'waitForValidation',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_VALIDATION_SECONDS },
		default: 30,
		description:
			'How long to wait, once the order is placed, for the service to check the address and the print files. The wait ends early when they cannot be used, or when the status is no longer draft. The service gives no sign of success, so a good order takes the whole time. 0 waits for nothing.',
	},
	{
		ifEmpty: 0,
		max: MAX_VALIDATION_SECONDS,
		kind: `a number of seconds from 0 to ${MAX_VALIDATION_SECONDS}`,
	},
);

/**
 * Options about print files, an order that exists, and what follows once it is placed. The last are shown where it is: n8n
 * hands over no value of an option that is hidden, and a draft may be waited for too.
 *
 * @param own those of the operation about what follows
 */
export const placingOptions = (
	{ property: { name } }: typeof thenField,
	own: INodeProperties[] = [],
): INodeProperties[] => [
	checkPrintFilesField.property,
	expectExistingField.property,
	ifExistsField.property,
	...own,
	...[onFailedValidationField.property, waitForValidationField.property].map((property) => ({
		...property,
		displayOptions: { show: { [`/${name}`]: ['draft', 'confirm'] } },
	})),
];

/** Reads what follows once an order is placed. Undefined when nothing is to be done. */
export function followUpOf(then: Then, options: IDataObject, check: Check) {
	const confirm = then === 'confirm';
	const confirmWithoutReview = checkedOption(check, options, confirmWithoutReviewField);
	const waitSeconds = checkedOption(check, options, waitForValidationField);
	const onFailedValidation = checkedOption(check, options, onFailedValidationField);
	if (!confirm && waitSeconds === 0) return undefined;
	return {
		confirm,
		/** Whether an order that somebody should look at first is confirmed all the same. */
		confirmWithoutReview,
		waitMilliseconds: waitSeconds * 1000,
		/** Whether the user chose how long to wait, be it 0. */
		isWaitSet: options.waitForValidation !== undefined,
		onFailedValidation,
	};
}

/** What to do with an order once it is placed. */
export type FollowUp = NonNullable<ReturnType<typeof followUpOf>>;

/** Reads {@link placingOptions}. */
export const placingSettingsOf = (then: Then, options: IDataObject, check: Check) => ({
	expectsExisting: checkedOption(check, options, expectExistingField),
	following: followUpOf(then, options, check),
	ifExists: checkedOption(check, options, ifExistsField),
	checksFiles: checkedOption(check, options, checkPrintFilesField),
});

export type PlacingSettings = ReturnType<typeof placingSettingsOf>;

export const fillFromCatalogField = switchField({
	displayName: 'Fill From Catalog',
	name: 'fillFromCatalog',
	default: true,
	description:
		'Whether to complete type, technique and position of each placement from the catalog, to take the name of an item from it where none is entered, and to check options and placements before the order is sent. A variant that is out of stock does not stop the order: the output then says so in "warnings".',
});
