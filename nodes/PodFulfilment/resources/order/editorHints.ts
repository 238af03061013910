// Hints below the node, which look at its parameters and its input items.

import type { NodeHint } from 'n8n-workflow';

/** Number of input items that a hint compares. More would make the editor slow. */
const MAX_COMPARED_ITEMS = 50;

/** Builds an expression: whether one of these operations of the order is selected. */
const isOrderOperation = (...operations: string[]): string =>
	`$parameter["resource"] === "order" && ${JSON.stringify(operations)}.includes($parameter["operation"])`;

/**
 * Builds an expression: whether two input items have the same values. n8n evaluates a hint's condition for the first
 * item only, so the expression itself evaluates the raw parameters for the other items.
 *
 * @param values expressions for the values to compare; they may call `value(raw)` to resolve a raw parameter
 */
const isRepeated = (values: string[]): string => `((items) => {
	const seen = new Set(items.map((_, index) => {
		const value = (raw) => typeof raw === "string" && raw.startsWith("=")
			? $evaluateExpression(raw.slice(1), index)
			: raw;
		return JSON.stringify([${values.join(', ')}]);
	}));
	return seen.size < items.length;
})($input.all().slice(0, ${MAX_COMPARED_ITEMS}))`;

/** Expression: whether orders come from a shop or are rows. An empty External ID is then taken from them. */
const IS_SHOP_ORDER = '["shopOrder", "rows"].includes($parameter["orderFrom"])';

/** Expression: whether items of one order are joined. */
const IS_ROWS = '$parameter["orderFrom"] === "rows"';

/** Expression: a raw parameter, which may be among the options. */
const rawParameter = (name: string): string =>
	`(($rawParameter["options"] || {})["${name}"] ?? $rawParameter["${name}"])`;

const EXTERNAL_ID = rawParameter('externalId');

const SAME_EXTERNAL_ID = `!(${IS_ROWS}) && !(${IS_SHOP_ORDER} && !${EXTERNAL_ID}) && ${isRepeated([`value(${EXTERNAL_ID})`])}`;

const SAME_RECIPIENT = isRepeated([
	...['name', 'address1', 'zip'].map(
		(name) => `value(($rawParameter["recipient"] || {})["${name}"])`,
	),
	'value($rawParameter["recipient"])',
	`value(${rawParameter('recipientJson')})`,
]);

/**
 * Expression: whether parcels are asked for and none can come. n8n adds an option of this kind switched off; the node then
 * runs as if it were not there, and a filter on `parcels` lets nothing through, without a word. Nobody adds an option to
 * leave it as it was: so the option that is there with a plain `false` counts. An expression may mean it, and whether a
 * later node reads `parcels` cannot be seen from here. Other options that are added switched off lose nothing.
 */
const PARCELS_ARE_OFF = `${isOrderOperation('create', 'get', 'getAll')} && ($rawParameter["options"] || {})["addParcels"] === false`;

/** Hints that the editor shows beside the node's output. n8n evaluates their conditions in the editor only. */
export const hints: NodeHint[] = [
	{
		type: 'warning',
		message:
			"Several input items have the same 'External ID', but each can be used for one order only. If they are lines of one order, combine them into one item first, for example with the Aggregate node, and order it with another node that has the option 'Items (JSON)'.",
		displayCondition: `={{ ${isOrderOperation('create', 'reprint')} && ${SAME_EXTERNAL_ID} }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
	{
		type: 'info',
		message:
			'Several input items go to the same recipient as separate orders, each with its own parcel. To send them as one order, combine them into one item first, for example with the Aggregate node.',
		displayCondition: `={{ ${isOrderOperation('create')} && !(${IS_SHOP_ORDER}) && !(${SAME_EXTERNAL_ID}) && ${SAME_RECIPIENT} }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
	{
		type: 'warning',
		message:
			"The option 'Add Parcels' is there but switched off, so no item has 'parcels': a node behind this one that waits for them never goes on. Turn it on, or remove it.",
		displayCondition: `={{ ${PARCELS_ARE_OFF} }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
];
