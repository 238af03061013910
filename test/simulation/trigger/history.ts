/** How the trigger is set up, in numbers and words that shrink well. */
export interface TriggerSettings {
	acknowledge: 'immediately' | 'afterFinish';
	ignoreDuplicates: boolean;
	events: EventType[];
	/** Statuses of orders that are wanted; all where there are none. */
	orderStatuses: string[];
	outputs: 'single' | 'perEvent';
	rawBody: boolean;
	/** Seconds; 0 for any age. */
	tolerance: 1200 | 0;
	/** How many events the process may remember; undefined for as many as the node says. */
	mostEvents: number | undefined;
}

/** `order.archived` is a type that the specification does not name. */
export type EventType =
	| 'order.created'
	| 'order.updated'
	| 'mockup_task.finished'
	| 'shipment.created'
	| 'order.archived';

/** Every choice that the specification leaves open about deliveries, as one service makes it for good. */
export interface SenderStyle {
	/** The name of a mockup task in `data`. */
	dataKey: 'mockupTask' | 'mockup_task';
	time: {
		field: 'occurred_at' | 'occurredAt' | 'none';
		form: 'text' | 'seconds' | 'milliseconds' | 'secondsAsText';
	};
	retries: 'count' | 'text' | 'zero' | 'null' | 'none' | 'object';
	/** The value of a field that the specification does not name. */
	extra: 'none' | 'null' | 'list' | 'nested' | 'reserved';
	/** How JSON is written, which may differ from attempt to attempt. */
	layout: 'plain' | 'indented' | 'rotated' | 'escaped';
	/** `statistics` counts on from attempt to attempt. */
	counts: boolean;
	timestamp: 'seconds' | 'milliseconds' | 'fraction';
	signed: 'eachAttempt' | 'once';
	signature: 'lower' | 'upper';
	/** Milliseconds by which its clock is ahead. */
	clockAhead: number;
	/** Milliseconds between the attempts. */
	intervals: number[];
}

/** What happens to a delivery on its way. */
export type Incident =
	| { kind: 'neverArrives' }
	| { kind: 'answerLost' }
	| { kind: 'hangsUp'; after: number }
	| { kind: 'twice'; after: number }
	| { kind: 'late'; after: number };

export interface IncidentEvent {
	skip: number;
	times: number;
	incident: Incident;
}

/** What becomes of an execution that a delivery starts. */
export interface Fate {
	/** Milliseconds until it is stored. */
	storing: number;
	isStored: boolean;
	/** Milliseconds that the workflow takes. */
	running: number;
	isSuccess: boolean;
}

export type Forgery =
	| 'otherSecret'
	| 'emptySecret'
	| 'noSignature'
	| 'twoSignatures'
	| 'changedBody'
	| 'changedTimestamp'
	| 'tooOld'
	| 'tooNew';

export type TriggerStep =
	/** Something happens at the provider, who sends an event of it. */
	| { kind: 'event'; type: EventType; status: number; order: number; isForBoth: boolean }
	/** What the holder of the secret signs, and is no event. */
	| { kind: 'noEvent'; body: string }
	| { kind: 'forgery'; how: Forgery; order: number }
	/** A genuine delivery that was sent before, once more. */
	| { kind: 'replay'; which: number }
	| { kind: 'kill'; downFor: number }
	/** The provider signs with another secret, which a person enters a while later. */
	| { kind: 'rotate'; enteredAfter: number; keepsOld: boolean }
	| { kind: 'unreadableCredential'; lasts: number };

/** All that happens to a trigger, decided beforehand. */
export interface TriggerHistory {
	settings: TriggerSettings;
	sender: SenderStyle;
	incidents: IncidentEvent[];
	fates: Fate[];
	/** Each with the milliseconds that pass before it. */
	steps: Array<{ after: number; step: TriggerStep }>;
	randomSeed: number;
}
