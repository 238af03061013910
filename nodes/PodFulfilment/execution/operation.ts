// The types of an operation: its definition, what its `perform` gets for an item (`OperationCall`), and the form that
// n8n runs.

import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	NodeExecutionHint,
} from 'n8n-workflow';

import type { ApiClient } from '../transport/client';
import type { Run } from '../transport/run';
import type { TrackedWrite } from '../transport/trackedWrite';
import type { DownloadImage, ItemWithImage } from './imageAttachment';
import type { RerunNotes, WriteNotes } from './itemError';

/** Writes of earlier tries by what they change, e.g. `order "A-1"`, see `runContext.ts`. */
export type AbandonedWrites = ReadonlyMap<string, TrackedWrite>;

/** Something for the hints beside the output, shown without the secrets of the credential. */
interface Note {
	text: string;
}

/** What an item came to: its outputs, and what was noted of it. Of an item that was refused nothing is noted. */
export interface ItemResult<Noted extends Note = Note> {
	outputs: IDataObject[];
	notes: readonly Noted[];
}

/** What an operation gets for one input item. */
export interface OperationCall {
	client: ApiClient;
	/** Identifies the execution of the workflow, with all tries of Retry On Fail. */
	execution: unknown;
	/** Of the workflow, e.g. `Europe/Berlin`, or n8n's `DEFAULT`. */
	timeZone: string;
	/** A parameter's value for this item, with expressions resolved. */
	parameter<Value>(name: string, fallback?: Value): Value;
	/**
	 * What earlier tries of Retry On Fail made, or may have made, that is no item's any more, see `runContext.ts`.
	 *
	 * @param subjectOf what an item changes, by its parameters. May throw where they cannot be read
	 */
	abandonedWrites(
		subjectOf: (parameter: OperationCall['parameter']) => Promise<string | undefined>,
	): Promise<AbandonedWrites>;
	/** What `joinItems` read of the input items that are one. */
	joined?: unknown;
	/** Whether a text was entered for a parameter as it is, and no expression. */
	isFixed(name: string): boolean;
	/** Notes something for the hints: what an output does not have, or has only as a text. */
	note(note: Note): void;
	/**
	 * Says which order the item is about: an item that is refused names it, see `itemError.ts`.
	 *
	 * @param nextWhy why somebody has to look at it, where more is known than the error says
	 */
	concerns(externalId: string, nextWhy?: string): void;
	/**
	 * Lets another item start, because this one will mostly wait from now on. Its requests still count against Concurrency
	 * and the rate limit.
	 */
	releasePlace(): void;
	/** Undefined for an AI agent's tool, which takes no binary data. */
	downloadImage?: DownloadImage | undefined;
}

/** Input items that are one, such as the rows of an order. */
export interface JoinedItem {
	/** In the order of the items. */
	indexes: readonly number[];
	/** What was read of them, for `perform`. */
	content: unknown;
}

/** The first of each in the order of the items. */
export type JoinedItems = readonly JoinedItem[];

export interface OperationDefinition {
	name: string;
	value: string;
	/** How n8n lists the operation in the node panel, e.g. 'Get an order'. */
	action: string;
	description: string;
	/** Shown for this operation only, in this order. */
	fields: INodeProperties[];
	/** Names of parameters whose fields are in 'Options'; `parameter` and `isFixed` find them there, see `hiddenParameter`. */
	inOptions?: readonly string[];
	/** Runs the operation for one input item. Each object it returns becomes an output item. */
	perform(call: OperationCall): Promise<Array<IDataObject | ItemWithImage>>;
	/**
	 * Which input items are one, such as the rows of an order: `perform` then runs once for them.
	 *
	 * @returns undefined where each is one by itself
	 */
	joinItems?(
		parametersOf: (itemIndex: number) => OperationCall['parameter'],
		itemCount: number,
	): Promise<JoinedItems | undefined>;
	/** Whether an item with these outputs counts as done where the run stops with another item; by default it does. */
	isDone?(outputs: IDataObject[]): boolean;
	/** What comes next with an item that was refused, by the node's own parameters; see `itemError.ts`. */
	nextOfRefused?(parameters: INodeParameters): string | undefined;
	/** Hints that the editor shows beside the output of a successful run. */
	executionHints?(items: readonly ItemResult[]): NodeExecutionHint[];
	/** Hints on what was noted of a whole run, such as what its filters left out. */
	runHints?(run: Run): NodeExecutionHint[];
	/** What errors say of the write; by default that running the node again is safe. */
	writeNotes?: WriteNotes;
	/** Undefined when running the node again is safe. */
	rerunNotes?: RerunNotes;
}

/** An operation in the form that the node's description and n8n's engine need. */
export interface Operation {
	/** Entry of the 'Operation' list. */
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Runs the operation for all input items. n8n calls it in place of its declarative engine. */
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}
