// Fields that several operations show. What 'Simplify', 'Output' and 'Fields' do is in execution/outputMapper.ts.

import type { INodeProperties, INodePropertyOptions, IDisplayOptions } from 'n8n-workflow';

import {
	ITEM_FIELDS,
	ORDER_FIELDS,
	ORDER_OF_ITEM_FIELDS,
	PRODUCT_FIELDS,
	SHIPMENT_FIELDS,
} from '../api/simplify';
import { refuse } from '../input/checks';
import { field, OPTIONS, switchField } from '../input/field';
import { byAlphabet, quote, upperFirst } from '../input/wording';
import { CONCURRENCY, MAX_ATTEMPTS, MAX_WAIT_SECONDS } from '../transport/retryPolicy';

export const returnAllField = switchField({
	displayName: 'Return All',
	name: 'returnAll',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

/** An expression or an AI agent may give anything. */
export const limitField = field(
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
	(value: unknown, label): number => {
		const limit = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		return typeof limit === 'number' && Number.isInteger(limit) && limit >= 1
			? limit
			: refuse(
					label,
					`is ${value === undefined ? 'empty' : quote(value)}`,
					'Enter a whole number of at least 1, or turn on Return All.',
				);
	},
);

/** The option 'Download Image' of an operation that gets one thing of the catalog. */
export const downloadImageField = switchField({
	displayName: 'Download Image',
	name: 'downloadImage',
	default: false,
	description: 'Whether to download the image and return it as the binary file "data"',
});

/** Options of every operation, about sending requests. They come last. */
const requestOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: CONCURRENCY.min, maxValue: CONCURRENCY.max },
		default: 10,
		description: 'How many requests this node may send at the same time',
	},
	{
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: MAX_ATTEMPTS.min, maxValue: MAX_ATTEMPTS.max },
		default: 5,
		description:
			'How often a request is sent at most when the service is busy or the connection breaks. Attempts that the rate limit rejects do not count. Repeating a request never orders anything twice.',
	},
	{
		displayName: 'Max Waiting Time (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: MAX_WAIT_SECONDS.min },
		default: 300,
		description:
			'How long an item may wait in total for a service that is busy or asks for fewer requests, before the node gives up',
	},
];

/**
 * Builds the field 'Options' of an operation: its own options in the order given, then those about sending requests. Who
 * knows the label types it into the list.
 */
export const optionsField = (own: INodeProperties[] = []): INodeProperties => ({
	displayName: OPTIONS,
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...own, ...requestOptions],
});

/** Labels of fields that are more than their names in words. */
const LABELS = new Map([
	['files', 'Print Files'],
	['sku', 'SKU'],
	['validationErrors', 'Validation Findings'],
]);

/** The name of a field in words, e.g. 'Tracking URL' for `trackingUrl`. */
const inWords = (name: string): string =>
	upperFirst(name)
		.replace(/(?<=[a-z])[A-Z]/g, ' $&')
		.replace(/ (Id|Url)$/, (end) => end.toUpperCase());

/** Entries of the list 'Fields'. Without the ID, which is always returned. */
const fieldsNamed = (names: readonly string[]): INodePropertyOptions[] =>
	names
		.filter((name) => name !== 'id')
		.map((name) => ({ name: LABELS.get(name) ?? inWords(name), value: name }))
		.sort((a, b) => byAlphabet(a.name, b.name));

/** Entries of the list 'Fields', by resource (spec section 2). */
export const OUTPUT_FIELDS = {
	catalogProduct: fieldsNamed(PRODUCT_FIELDS),
	catalogVariant: fieldsNamed(['image', 'inStock', 'name', 'options', 'placements', 'sku']),
	mockupTask: [
		{ name: 'Created At', value: 'createdAt' },
		{ name: 'Reasons If Failed', value: 'failureReasons' },
		{ name: 'Finished At', value: 'finishedAt' },
		{ name: 'Mockups', value: 'mockups' },
		{ name: 'Status', value: 'status' },
	],
	order: fieldsNamed([
		...ORDER_FIELDS,
		...['itemLines', 'recipientLine', 'shopOrderNumber', 'status', 'validationErrors'],
	]),
	orderItem: fieldsNamed([
		...ITEM_FIELDS,
		...ORDER_OF_ITEM_FIELDS,
		...['files', 'options', 'placements'],
	]),
	shipment: fieldsNamed(SHIPMENT_FIELDS),
} satisfies Record<string, INodePropertyOptions[]>;

export type ResourceName = keyof typeof OUTPUT_FIELDS;

/** The switch for people. */
export const simplifyField = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	displayOptions: { hide: { '@tool': [true] } },
	description: 'Whether to return a simplified version of the response instead of the raw data',
} satisfies INodeProperties;

/**
 * Builds the fields for how much of a response to return. People get a switch; AI agents get the choices of n8n's
 * guidelines, because fields they do not need fill their context. `@tool` is true when the node is an agent's tool.
 *
 * @param isSimplified the default. False of an operation that returned the raw data before it had these fields: nothing
 *   changes for workflows that were saved then
 */
export const simplifyFields = (resource: ResourceName, isSimplified = true): INodeProperties[] => [
	{ ...simplifyField, default: isSimplified },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'simplified',
		...(!isSimplified && { default: 'raw' }),
		displayOptions: { show: { '@tool': [true] } },
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description: 'Everything that the service returns',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'The ID and the chosen fields',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The most useful fields',
			},
		],
		description: 'How much of the response the AI agent receives',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		default: [],
		displayOptions: { show: { '@tool': [true], output: ['selected'] } },
		options: OUTPUT_FIELDS[resource],
		description: 'The fields that the AI agent receives, besides the ID',
	},
];

/** @param show when it is shown, if not always */
const notice = (
	name: string,
	displayName: string,
	show?: IDisplayOptions['show'],
): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	...(show && { displayOptions: { show } }),
});

const IN_TOOL = { '@tool': [true] };

const HUMAN_REVIEW =
	'The AI agent decides. Nobody is asked, unless the tool is connected through a human review step (n8n 2.6 or newer).';

/** On an operation that goes out at once. */
export const humanReviewNotice = notice('humanReviewNotice', HUMAN_REVIEW, IN_TOOL);

/** On an operation that places an order: the same where it is confirmed as well, since a draft is not produced. */
export const placingNotices = (then: 'then' | 'thenReprint'): INodeProperties[] => [
	notice('humanReviewNotice', HUMAN_REVIEW, { ...IN_TOOL, [then]: ['confirm'] }),
	notice(
		'checkOnlyNotice',
		'The AI agent can check an order before it is placed: <a href="https://github.com/pod-fulfilment/n8n-nodes-pod-fulfilment/blob/HEAD/docs/ai-tools.md">Check Only first</a>. Where it fills in Then, nobody is asked.',
		IN_TOOL,
	),
];

/** Where to create mockup tasks: the API has no endpoint for it (spec section 4). */
export const mockupTaskNotice = notice(
	'mockupTaskNotice',
	'Tasks are created at your provider. To continue when one is finished, use a trigger with the event Mockup Task Changed.',
);

/** Who gets the money: the service knows the account that ordered, and nothing of what a customer paid elsewhere. */
export const refundNotice = notice(
	'refundNotice',
	'The money goes to you, from your provider. To pay back your customer, use your shop.',
);

/** A model takes no binary data. */
export const imageAddressNotice = notice(
	'imageAddressNotice',
	'The AI agent gets the addresses of the images only.',
	IN_TOOL,
);
