import fc from 'fast-check';

import { mostly, oneOf } from '../choices.ts';
import type {
	EventType,
	Fate,
	Forgery,
	Incident,
	IncidentEvent,
	SenderStyle,
	TriggerHistory,
	TriggerSettings,
	TriggerStep,
} from './history.ts';

const EVENT_TYPES: EventType[] = [
	'order.created',
	'order.updated',
	'mockup_task.finished',
	'shipment.created',
	'order.archived',
];

const settings: fc.Arbitrary<TriggerSettings> = fc.record({
	acknowledge: oneOf<TriggerSettings['acknowledge']>('immediately', 'afterFinish'),
	ignoreDuplicates: fc.oneof(
		{ weight: 7, arbitrary: fc.constant(true) },
		{ weight: 1, arbitrary: fc.constant(false) },
	),
	events: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(EVENT_TYPES) },
		{ weight: 1, arbitrary: fc.subarray(EVENT_TYPES, { minLength: 1 }) },
	),
	orderStatuses: mostly<string[]>([], ['shipped', 'pending']),
	outputs: mostly<TriggerSettings['outputs']>('single', 'perEvent'),
	rawBody: mostly(false, true),
	tolerance: mostly<TriggerSettings['tolerance']>(1200, 0),
	mostEvents: mostly<number | undefined>(undefined, 1, 3),
});

const sender: fc.Arbitrary<SenderStyle> = fc.record({
	dataKey: mostly<SenderStyle['dataKey']>('mockupTask', 'mockup_task'),
	time: fc.record({
		field: fc.oneof(
			{ weight: 8, arbitrary: oneOf<SenderStyle['time']['field']>('occurred_at', 'occurredAt') },
			{ weight: 1, arbitrary: fc.constant('none' as const) },
		),
		form: mostly<SenderStyle['time']['form']>('text', 'seconds', 'milliseconds', 'secondsAsText'),
	}),
	retries: mostly<SenderStyle['retries']>('count', 'text', 'zero', 'null', 'none', 'object'),
	extra: mostly<SenderStyle['extra']>('none', 'null', 'list', 'nested', 'reserved'),
	layout: mostly<SenderStyle['layout']>('plain', 'indented', 'rotated', 'escaped'),
	counts: fc.boolean(),
	timestamp: mostly<SenderStyle['timestamp']>('seconds', 'milliseconds', 'fraction'),
	signed: mostly<SenderStyle['signed']>('eachAttempt', 'once'),
	signature: mostly<SenderStyle['signature']>('lower', 'upper'),
	clockAhead: mostly(0, 45_000, -45_000),
	// About 17 minutes in all, or soon one after another.
	intervals: oneOf(
		[10_000, 30_000, 90_000, 270_000, 600_000],
		[60_000, 120_000, 180_000, 240_000, 300_000],
		[1_000, 5_000, 20_000, 100_000, 400_000],
	),
});

const incident: fc.Arbitrary<Incident> = fc.oneof(
	fc.constant({ kind: 'neverArrives' as const }),
	fc.constant({ kind: 'answerLost' as const }),
	fc.record({ kind: fc.constant('hangsUp' as const), after: oneOf(10, 200, 3_000, 30_000) }),
	fc.record({ kind: fc.constant('twice' as const), after: oneOf(0, 5, 100, 2_000, 70_000) }),
	fc.record({ kind: fc.constant('late' as const), after: oneOf(1_000, 50_000, 100_000) }),
);

const incidentEvent: fc.Arbitrary<IncidentEvent> = fc.record({
	skip: oneOf(0, 1, 3),
	times: mostly(1, 2, 4),
	incident,
});

const fate: fc.Arbitrary<Fate> = fc.record({
	storing: oneOf(10, 100, 3_000),
	isStored: fc.oneof(
		{ weight: 6, arbitrary: fc.constant(true) },
		{ weight: 1, arbitrary: fc.constant(false) },
	),
	running: mostly(200, 5_000, 50_000, 59_900, 75_000, 400_000),
	isSuccess: mostly(true, false),
});

const forgery = oneOf<Forgery>(
	'otherSecret',
	'emptySecret',
	'noSignature',
	'twoSignatures',
	'changedBody',
	'changedTimestamp',
	'tooOld',
	'tooNew',
);

const step: fc.Arbitrary<TriggerStep> = fc.oneof(
	{
		weight: 10,
		arbitrary: fc.record({
			kind: fc.constant('event' as const),
			type: oneOf(...EVENT_TYPES),
			status: oneOf(0, 1, 2),
			order: oneOf(0, 1, 2),
			isForBoth: mostly(false, true),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('noEvent' as const),
			body: oneOf('[]', '{}', '{"type":"order.created"}', '{"type":"order.created","data":{}}'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('forgery' as const),
			how: forgery,
			order: oneOf(0, 1, 2),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('replay' as const), which: fc.nat({ max: 20 }) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('kill' as const),
			downFor: oneOf(0, 5_000, 60_000, 400_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('rotate' as const),
			enteredAfter: oneOf(-10_000, 0, 2_000, 60_000),
			keepsOld: fc.boolean(),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('unreadableCredential' as const),
			lasts: oneOf(100, 2_000, 30_000),
		}),
	},
);

/** Any history of a trigger; a failing one is shrunk to fewer and plainer steps. */
export const triggerHistory: fc.Arbitrary<TriggerHistory> = fc.noBias(
	fc.record({
		settings,
		sender,
		incidents: fc.array(incidentEvent, { maxLength: 4 }),
		fates: fc.array(fate, { maxLength: 6 }),
		steps: fc.array(fc.record({ after: oneOf(0, 30, 800, 10_000, 120_000, 1_300_000), step }), {
			minLength: 1,
			maxLength: 10,
		}),
		randomSeed: fc.integer({ min: 0, max: 1_000_000 }),
	}),
);
