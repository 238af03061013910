import type { IDataObject, NodeExecutionHint, NodeHint } from 'n8n-workflow';

/** Items that a hint looks at: enough to notice, and the editor stays quick with many items. */
const ITEMS_LOOKED_AT = 50;

/** Whether one of these operations is chosen, in the editor's expressions. */
const isOrderOperation = (...operations: string[]): string =>
	`$parameter["resource"] === "order" && ${JSON.stringify(operations)}.includes($parameter["operation"])`;

/**
 * Whether two input items give a parameter the same value, in the editor's expressions. A condition of a hint is
 * evaluated for the first item alone, so the parameter's own expression is evaluated here for the others.
 *
 * @param values expressions for the values to compare, over `value`: it takes a raw parameter
 */
const isRepeated = (...values: string[]): string => `((items) => {
	const seen = new Set(items.map((_, index) => {
		const value = (raw) => typeof raw === "string" && raw.startsWith("=")
			? $evaluateExpression(raw.slice(1), index)
			: raw;
		return JSON.stringify([${values.join(', ')}]);
	}));
	return seen.size < items.length;
})($input.all().slice(0, ${ITEMS_LOOKED_AT}))`;

const SAME_EXTERNAL_ID = isRepeated('value($rawParameter["externalId"])');

const SAME_RECIPIENT = isRepeated(
	...['name', 'address1', 'zip'].map(
		(name) => `value(($rawParameter["recipient"] || {})["${name}"])`,
	),
	'value($rawParameter["recipient"])',
	'value($rawParameter["recipientJson"])',
);

/** What the editor says beside the node's output. n8n evaluates the conditions in the editor only, never in a run. */
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
		displayCondition: `={{ ${isOrderOperation('create')} && !${SAME_EXTERNAL_ID} && ${SAME_RECIPIENT} }}`,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
];

/**
 * What a run that placed orders says beside its output. A hint of the description would stand there as well when the
 * order was refused: its condition does not see how the node's own run ended.
 */
export const draftHint = (orders: IDataObject[]): NodeExecutionHint | undefined =>
	orders.some(({ status }) => status === 'draft')
		? {
				type: 'info',
				message:
					"An order with the status 'draft' is produced once it is confirmed: pass it on to this node with the operation 'Confirm'",
				location: 'outputPane',
			}
		: undefined;
