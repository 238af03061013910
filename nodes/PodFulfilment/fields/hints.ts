import type { IDataObject, NodeExecutionHint, NodeHint } from 'n8n-workflow';

/** Input items that a hint compares. More would make the editor slow. */
const MAX_COMPARED_ITEMS = 50;

/** Expression that tells whether one of these operations is selected. */
const isOrderOperation = (...operations: string[]): string =>
	`$parameter["resource"] === "order" && ${JSON.stringify(operations)}.includes($parameter["operation"])`;

/**
 * Expression that tells whether two input items have the same values. n8n evaluates a hint's condition for the first
 * item only, so the expression itself evaluates the raw parameters for the other items.
 *
 * @param values expressions for the values to compare; they may call `value(raw)` to resolve a raw parameter
 */
const isRepeated = (...values: string[]): string => `((items) => {
	const seen = new Set(items.map((_, index) => {
		const value = (raw) => typeof raw === "string" && raw.startsWith("=")
			? $evaluateExpression(raw.slice(1), index)
			: raw;
		return JSON.stringify([${values.join(', ')}]);
	}));
	return seen.size < items.length;
})($input.all().slice(0, ${MAX_COMPARED_ITEMS}))`;

/** True when orders come from a shop: an empty External ID is then taken from the shop's order. */
const IS_SHOP_ORDER = '$parameter["orderFrom"] === "shopOrder"';

const SAME_EXTERNAL_ID = `!(${IS_SHOP_ORDER} && !$rawParameter["externalId"]) && ${isRepeated('value($rawParameter["externalId"])')}`;

const SAME_RECIPIENT = isRepeated(
	...['name', 'address1', 'zip'].map(
		(name) => `value(($rawParameter["recipient"] || {})["${name}"])`,
	),
	'value($rawParameter["recipient"])',
	'value($rawParameter["recipientJson"])',
);

/** Hints that the editor shows beside the node's output. n8n evaluates their conditions in the editor only. */
export const hints: NodeHint[] = [
	{
		type: 'warning',
		message:
			"Several input items have the same 'External ID', and each can be used for one order only. If they are lines of one order, gather them into one item first, for example with the Aggregate node, and set 'Specify Items' to 'Using JSON'.",
		displayCondition: `={{ ${isOrderOperation('create', 'reprint')} && ${SAME_EXTERNAL_ID} }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
	{
		type: 'info',
		message:
			'Several input items go to the same recipient as orders of their own, each with a parcel of its own. To send them as one order, gather them into one item first, for example with the Aggregate node.',
		displayCondition: `={{ ${isOrderOperation('create')} && !(${IS_SHOP_ORDER}) && !(${SAME_EXTERNAL_ID}) && ${SAME_RECIPIENT} }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
];

/** Outputs that show an order as it stood before the run, see {@link markAsStanding}. */
const standingOutputs = new WeakSet<IDataObject>();

/** Notes that an output shows an order that stood before: nothing was placed for it. */
export function markAsStanding(output: IDataObject): void {
	standingOutputs.add(output);
}

const draftHint = (orders: IDataObject[]): NodeExecutionHint[] =>
	orders.some(({ status }) => status === 'draft')
		? [
				{
					type: 'info',
					message:
						"An order with the status 'draft' is produced once it is confirmed: pass it on to this node with the operation 'Confirm'",
					location: 'outputPane',
				},
			]
		: [];

function standingHint(orders: IDataObject[]): NodeExecutionHint[] {
	const standing = orders.filter((order) => standingOutputs.has(order)).length;
	if (standing === 0) return [];
	const which =
		orders.length === 1 ? 'This order stood' : `${standing} of ${orders.length} orders stood`;
	return [
		{
			type: 'info',
			message: `${which} already, with the same content under the same 'External ID': it was handed back, and nothing was placed again`,
			location: 'outputPane',
		},
	];
}

const checkHint = (outputs: IDataObject[]): NodeExecutionHint[] =>
	outputs.some(({ wouldSend }) => wouldSend !== undefined)
		? [
				{
					type: 'info',
					message:
						"Nothing was placed, because 'Check Only' is on: turn it off to place what stands under 'wouldSend'",
					location: 'outputPane',
				},
			]
		: [];

/** Warnings that a hint shows; the items have them all. */
const MAX_SHOWN_WARNINGS = 3;

/** n8n shows hints as HTML, and warnings quote what a shop or the service sent. */
const asHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function warningsHint(outputs: IDataObject[]): NodeExecutionHint[] {
	const warnings = outputs.flatMap((output) =>
		Array.isArray(output.warnings) ? output.warnings.map(String) : [],
	);
	if (warnings.length === 0) return [];
	const shown = warnings.slice(0, MAX_SHOWN_WARNINGS).map(asHtml);
	const others = warnings.length - shown.length;
	return [
		{
			type: 'warning',
			message: [...shown, ...(others > 0 ? [`${others} more stand under 'warnings'`] : [])].join(
				'<br>',
			),
			location: 'outputPane',
		},
	];
}

/**
 * Hints for the output of a run that placed orders. Hints in the node's description would also appear when the order was
 * rejected, because their condition does not see the result of the run.
 */
export const placementHints = (outputs: IDataObject[]): NodeExecutionHint[] => [
	...warningsHint(outputs),
	...checkHint(outputs),
	...standingHint(outputs),
	...draftHint(outputs),
];
