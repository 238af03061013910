// The outputs of a trigger, one or one for each event: n8n's expressions for them and for the subtitle, and putting
// items on them.

import type { ExpressionString, INodeExecutionData } from 'n8n-workflow';

import { isKnownEventType } from '../spec/service';
import { OTHER_EVENT, WEBHOOK_EVENTS, type TriggerEvent } from './events';

/** The part of the events that an expression needs, as JSON. */
const labelsOf = (events: readonly TriggerEvent[]): string =>
	JSON.stringify(events.map(({ event, label }) => ({ event, label })));

/**
 * A trigger's outputs: one, or one per selected event. n8n evaluates the expression in the editor and in the engine,
 * where nothing of this file is in scope, so the list of outputs is part of its text.
 *
 * @param offered All events of the trigger, in the order of their outputs
 */
export const outputsExpression = (
	offered: readonly TriggerEvent[],
): ExpressionString => `={{ ((parameters, outputs) => {
	const chosen = outputs.filter(({ event }) => (parameters.events || []).includes(event));
	return parameters.outputs === 'perEvent' && chosen.length > 0
		? chosen.map(({ label }) => ({ type: 'main', displayName: label }))
		: [{ type: 'main' }];
})($parameter, ${labelsOf(offered)}) }}`;

/** A trigger's subtitle on the canvas: the labels of the selected events. */
export const subtitleExpression = (
	offered: readonly TriggerEvent[],
): ExpressionString => `={{ ((chosen, outputs) => outputs
	.filter(({ event }) => chosen.includes(event))
	.map(({ label }) => label)
	.join(', ')
)($parameter.events || [], ${labelsOf(offered)}) }}`;

/**
 * Puts items on the outputs of their events.
 *
 * @param events The selected events
 * @param mode The parameter 'Outputs': 'single' or 'perEvent'
 * @param offered All events of the trigger, in the order of their outputs
 */
export function distribute(
	items: Array<{ item: INodeExecutionData; event: string }>,
	events: string[],
	mode: string,
	offered: readonly TriggerEvent[],
): INodeExecutionData[][] {
	if (mode !== 'perEvent') return [items.map(({ item }) => item)];
	return offered
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
		WEBHOOK_EVENTS,
	);
