import type { Personality } from '../service/personality.ts';
import type { WeatherEvent } from '../service/weather.ts';

export type ChangeOperation =
	'create' | 'reprint' | 'update' | 'updateItem' | 'confirm' | 'cancel' | 'refund';

/** Get Many of orders, and of what does not change while a history lasts. */
export type ListOperation = 'list' | 'products' | 'variants' | 'tasks';

export type Operation = ChangeOperation | ListOperation | 'shipments' | 'task';

/** What one input item is about, in small numbers that shrink well. */
export interface HistoryItem {
	/** Which of the history's few order numbers. */
	order: number;
	/** Which content; two orders under one number may differ. */
	content: number;
}

export interface RunSettings {
	onError: 'stop' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Tries of n8n's own 'Retry On Fail'; 1 where it is off. */
	tries: 1 | 2 | 3;
	isDeclarative: boolean;
	maxAttempts: number;
	maxWaitSeconds: number;
	concurrency: number;
	ifExists: 'returnExisting' | 'error';
	/** Whether Create and Reprint look before they place; absent: no. */
	expectExisting?: boolean;
	simplify: boolean;
	/** 0 for Return All. */
	limit: number;
	/** What Create does once an order is placed. */
	followUp?: { confirm: boolean; waitForValidation: number; onFailedValidation: string };
}

export type WorldChange =
	'pending' | 'onhold' | 'inprocess' | 'shipped' | 'canceled' | 'failed' | 'recipient' | 'newOrder';

/** Something that the provider or a person in its dashboard does. */
export interface WorldEvent {
	/** Milliseconds after the step began. */
	after: number;
	order: number;
	change: WorldChange;
}

export interface Interruption {
	kind: 'stop' | 'kill';
	/** Milliseconds after the run began. */
	after: number;
}

/** What a person does when a run is over. */
export type Afterwards = 'nothing' | 'sameInput' | 'followMessages';

export interface RunPlan {
	operation: Operation;
	items: HistoryItem[];
	settings: RunSettings;
}

export type Step =
	| {
			kind: 'run';
			run: RunPlan;
			interruption?: Interruption;
			meanwhile: WorldEvent[];
			afterwards: Afterwards;
	  }
	| { kind: 'twoRuns'; first: RunPlan; second: RunPlan; offset: number }
	| { kind: 'world'; event: WorldEvent };

/** All that happens, decided beforehand. */
export interface History {
	personality: Personality;
	/** Orders that exist before anything happens. */
	before: HistoryItem[];
	weather: WeatherEvent[];
	/** Whether items are completed from the catalog before they are sent. */
	fillsFromCatalog: boolean;
	steps: Step[];
	/** Decides latencies and the nodes' random waits. */
	randomSeed: number;
}
