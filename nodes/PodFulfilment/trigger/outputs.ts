import type { ExpressionString, INodeExecutionData } from 'n8n-workflow';

import { isKnownEventType } from './envelope';

/** Value of 'Any Other Event', which stands for every event type that the spec does not name. */
export const OTHER_EVENT = 'other';

/** An output of a trigger whose events have one each. */
export interface EventOutput {
	event: string;
	/** The canvas truncates labels longer than about 13 characters. */
	label: string;
}

/** The outputs of the events that the spec names, in order. */
export const EVENT_OUTPUTS: readonly EventOutput[] = [
	{ event: 'order.created', label: 'Order Created' },
	{ event: 'order.updated', label: 'Order Updated' },
	{ event: 'mockup_task.finished', label: 'Mockup Task' },
	{ event: 'shipment.created', label: 'Shipment' },
];

/** The outputs of the webhook trigger, in order. */
const OUTPUTS: readonly EventOutput[] = [
	...EVENT_OUTPUTS,
	{ event: OTHER_EVENT, label: 'Other Event' },
];

/**
 * A trigger's outputs: one, or one per selected event. n8n evaluates the expression in the editor and in the engine,
 * where nothing of this file is in scope, so the list of outputs is part of its text.
 */
export const outputsExpression = (
	outputs: readonly EventOutput[] = OUTPUTS,
): ExpressionString => `={{ ((parameters, outputs) => {
	const chosen = outputs.filter(({ event }) => (parameters.events || []).includes(event));
	return parameters.outputs === 'perEvent' && chosen.length > 0
		? chosen.map(({ label }) => ({ type: 'main', displayName: label }))
		: [{ type: 'main' }];
})($parameter, ${JSON.stringify(outputs)}) }}`;

/** A trigger's subtitle on the canvas: the labels of the selected events. */
export const subtitleExpression = (
	outputs: readonly EventOutput[] = OUTPUTS,
): ExpressionString => `={{ ((chosen, outputs) => outputs
	.filter(({ event }) => chosen.includes(event))
	.map(({ label }) => label)
	.join(', ')
)($parameter.events || [], ${JSON.stringify(outputs)}) }}`;

/**
 * Puts items on the outputs of their events.
 *
 * @param events The selected events
 * @param mode The parameter 'Outputs': 'single' or 'perEvent'
 * @param outputs All outputs of the trigger, in order
 */
export function distribute(
	items: Array<{ item: INodeExecutionData; event: string }>,
	events: string[],
	mode: string,
	outputs: readonly EventOutput[],
): INodeExecutionData[][] {
	if (mode !== 'perEvent') return [items.map(({ item }) => item)];
	return outputs
		.filter((output) => events.includes(output.event))
		.map((output) => items.filter(({ event }) => event === output.event).map(({ item }) => item));
}

/** Puts an item of the webhook trigger on the output of its event; every other output stays empty. */
export const toOutputs = (
	item: INodeExecutionData,
	event: string,
	events: string[],
	mode: string,
): INodeExecutionData[][] =>
	distribute(
		[{ item, event: isKnownEventType(event) ? event : OTHER_EVENT }],
		events,
		mode,
		OUTPUTS,
	);
