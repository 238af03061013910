import type { ExpressionString, INodeExecutionData } from 'n8n-workflow';

import { isKnownEventType } from './envelope';

/** Value of 'Any Other Event', which stands for every event type that the spec does not name. */
export const OTHER_EVENT = 'other';

/** The outputs in order, with their labels. The canvas truncates labels longer than about 13 characters. */
const OUTPUTS = [
	{ event: 'order.created', label: 'Order Created' },
	{ event: 'order.updated', label: 'Order Updated' },
	{ event: 'mockup_task.finished', label: 'Mockup Task' },
	{ event: 'shipment.created', label: 'Shipment' },
	{ event: OTHER_EVENT, label: 'Other Event' },
] as const;

/**
 * The node's outputs: one, or one per selected event. n8n evaluates the expression in the editor and in the engine,
 * where nothing of this file is in scope, so the list of outputs is part of its text.
 */
export const OUTPUTS_EXPRESSION: ExpressionString = `={{ ((parameters, outputs) => {
	const chosen = outputs.filter(({ event }) => (parameters.events || []).includes(event));
	return parameters.outputs === 'perEvent' && chosen.length > 0
		? chosen.map(({ label }) => ({ type: 'main', displayName: label }))
		: [{ type: 'main' }];
})($parameter, ${JSON.stringify(OUTPUTS)}) }}`;

/** The node's subtitle on the canvas: the labels of the selected events. */
export const SUBTITLE_EXPRESSION: ExpressionString = `={{ ((chosen, outputs) => outputs
	.filter(({ event }) => chosen.includes(event))
	.map(({ label }) => label)
	.join(', ')
)($parameter.events || [], ${JSON.stringify(OUTPUTS)}) }}`;

/**
 * Puts an item on the output of its event; every other output stays empty.
 *
 * @param outputs The parameter 'Outputs': 'single' or 'perEvent'
 */
export function toOutputs(
	item: INodeExecutionData,
	event: string,
	events: string[],
	outputs: string,
): INodeExecutionData[][] {
	if (outputs !== 'perEvent') return [[item]];
	const itemOutput = isKnownEventType(event) ? event : OTHER_EVENT;
	return OUTPUTS.filter((output) => events.includes(output.event)).map((output) =>
		output.event === itemOutput ? [item] : [],
	);
}
