import type { ExpressionString, INodeExecutionData } from 'n8n-workflow';
import { isKnownEventType } from './envelope';

/** The choice 'Any Other Event': every event type that the spec does not name. */
export const OTHER_EVENT = 'other';

/** The outputs in their order, and their labels. The canvas cuts off what is longer than about 13 characters. */
const OUTPUTS = [
	{ event: 'order.created', label: 'Order Created' },
	{ event: 'order.updated', label: 'Order Updated' },
	{ event: 'mockup_task.finished', label: 'Mockup Task' },
	{ event: 'shipment.created', label: 'Shipment' },
	{ event: OTHER_EVENT, label: 'Other Event' },
] as const;

/**
 * The node's outputs as n8n evaluates them, in the editor and in the engine: one, or one per chosen event.
 * The expression stands on its own, since nothing of this file is at hand where it is evaluated.
 */
export const OUTPUTS_EXPRESSION: ExpressionString = `={{ ((parameters, outputs) => {
	const chosen = outputs.filter(({ event }) => (parameters.events || []).includes(event));
	return parameters.outputs === 'perEvent' && chosen.length > 0
		? chosen.map(({ label }) => ({ type: 'main', displayName: label }))
		: [{ type: 'main' }];
})($parameter, ${JSON.stringify(OUTPUTS)}) }}`;

/** What stands below the node on the canvas: the chosen events by their labels. */
export const SUBTITLE_EXPRESSION: ExpressionString = `={{ ((chosen, outputs) => outputs
	.filter(({ event }) => chosen.includes(event))
	.map(({ label }) => label)
	.join(', ')
)($parameter.events || [], ${JSON.stringify(OUTPUTS)}) }}`;

/** Puts an item on the output of its event; every other output stays empty. */
export function toOutputs(
	item: INodeExecutionData,
	event: string,
	events: string[],
	outputs: string,
): INodeExecutionData[][] {
	if (outputs !== 'perEvent') return [[item]];
	const own = isKnownEventType(event) ? event : OTHER_EVENT;
	return OUTPUTS.filter((output) => events.includes(output.event)).map((output) =>
		output.event === own ? [item] : [],
	);
}
