// Runs an operation for all items, as many at once as 'Concurrency' says, or for one (an AI agent's tool): makes the
// client, calls `perform`, pairs its outputs with the item, and after an error goes on ('Continue on Fail') or stops
// the run.

import {
	type DeclarativeRestApiSettings,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
	type NodeApiError,
} from 'n8n-workflow';

import { itemJson } from '../api/itemJson';
import { createClient } from '../transport/client';
import { CREDENTIAL } from '../transport/credential';
import { toNodeError } from '../transport/errors/serviceError';
import type { RetryPolicy } from '../transport/retryPolicy';
import { RunAborted } from '../transport/run';
import type { Redact } from '../transport/secrets';
import type { RequestSettings } from '../transport/types';
import {
	abandonedWrites,
	contextOfItem,
	isToolCall,
	joinedByIndex,
	newRunContext,
	newWrite,
	type RunCaller,
	type RunContext,
	writesOfItems,
} from './runContext';
import {
	errorItem,
	itemErrorText,
	pairedItemOf,
	refusedHints,
	runErrorText,
	runSummary,
	type FailedItem,
} from './itemError';
import { imageDownloader, ItemWithImage } from './imageAttachment';
import type { ItemOutcomes } from './itemOutcomes';
import {
	evaluatedParameter,
	isFixedText,
	ParameterPrefetch,
	storedParameters,
	type StoredParameters,
} from './parameters';
import type { ItemResult, JoinedItem, OperationCall, OperationDefinition } from './operation';
import { nextTurn } from '../input/nextTurn';
import { ownValue } from '../input/objects';
import { batchDelayOf, requestSettingsOf, retryPolicyOf, timeoutOf } from './settings';

/** One input item, or several that are one, whichever of n8n's engines brings it. */
interface ItemCall extends JoinedItem, Pick<OperationCall, 'parameter' | 'releasePlace'> {
	caller: RunCaller;
	/** Of the first one. */
	itemIndex: number;
	/** Input items of the run. */
	itemCount: number;
	/** As the node has them, for all items. */
	stored: StoredParameters;
	/** Of any item. */
	parametersOf(itemIndex: number): OperationCall['parameter'];
	/** The credential as this item sees it: it may hold expressions on the item. */
	credential(): Promise<ICredentialDataDecryptedObject>;
	settings: RequestSettings;
	retryPolicy: RetryPolicy;
}

interface ItemOutput extends Pick<ItemResult, 'notes'> {
	items: INodeExecutionData[];
}

/**
 * Runs the operation for one item. Resolves to its output items; a failure that stops the run is noted in the outcomes of
 * the run, and then there are none.
 */
async function executeOperation(
	definition: OperationDefinition,
	call: ItemCall,
	context: RunContext,
): Promise<ItemOutput> {
	const { run, outcomes, isTool } = context;
	const { caller, itemIndex, indexes: joinedIndexes, itemCount } = call;
	const pairedItem =
		joinedIndexes.length > 1 ? joinedIndexes.map((item) => ({ item })) : { item: itemIndex };
	const write = newWrite(caller, itemIndex, context);
	// Without a client nothing of the service was read.
	let redact: Redact = (text) => text;
	let concerned: { externalId?: string; nextWhy?: string | undefined } = {};
	try {
		const credential = await call.credential();
		const client = createClient(caller, credential, call.settings, call.retryPolicy, run, write);
		({ redact } = client);
		const notes: Array<ItemResult['notes'][number]> = [];
		const objects = await definition.perform({
			client,
			execution: caller.getExecutionId() || caller.getExecuteData(),
			timeZone: caller.getTimezone(),
			parameter: call.parameter,
			joined: call.content,
			releasePlace: call.releasePlace,
			abandonedWrites: async (subjectOf) => await abandonedWrites(caller, call, subjectOf),
			isFixed: (name) => isFixedText(ownValue(call.stored.values, name)),
			note: (note) => notes.push({ ...note, text: client.redact(note.text) }),
			concerns: (externalId, nextWhy) =>
				(concerned = {
					externalId: redact(externalId),
					nextWhy: nextWhy === undefined ? undefined : redact(nextWhy),
				}),
			...(!isTool && { downloadImage: imageDownloader(caller, client) }),
		});
		const outputs = objects.map((object) =>
			object instanceof ItemWithImage ? object : { json: object, binary: undefined },
		);
		if (write.progress === 'followUpMissing') outcomes.onWrite(itemIndex, write);
		else if (definition.isDone?.(outputs.map(({ json }) => json)) ?? true)
			for (const done of joinedIndexes) outcomes.onDone(done);
		const items: INodeExecutionData[] = [];
		for (const { json: said, binary } of outputs) {
			await nextTurn();
			const json = await itemJson(said, redact);
			items.push({ json, ...(binary && { binary }), pairedItem });
		}
		return { items, notes };
	} catch (error) {
		outcomes.onWrite(itemIndex, write);
		if (error instanceof RunAborted) return { items: [], notes: [] };
		const notes = definition.writeNotes;
		const text = itemErrorText(error, { joinedIndexes, itemCount, write, notes, redact });
		if (caller.continueOnFail()) {
			outcomes.onRefused(itemIndex, text);
			// n8n itself would not pair this item.
			const node = caller.getNode();
			const next = definition.nextOfRefused?.(node.parameters);
			const json = errorItem(text, { ...concerned, next }, node);
			const item = { json, pairedItem: pairedItemOf(itemIndex, node) };
			return { items: [item], notes: [] };
		}
		run.abort();
		outcomes.onFailed({ itemIndex, error, text });
		return { items: [], notes: [] };
	}
}

/** An input item that is one by itself. */
const alone = (itemIndex: number): JoinedItem => ({
	indexes: [itemIndex],
	content: undefined,
});

/** The error that stops a run, with what became of all items. */
async function finalError(
	definition: OperationDefinition,
	{ caller, itemCount }: Pick<ItemCall, 'caller' | 'itemCount'>,
	outcomes: ItemOutcomes,
	failed: FailedItem,
): Promise<NodeApiError> {
	await outcomes.whenEnded();
	// Items that this try of Retry On Fail did not come to.
	if (!isToolCall(caller)) {
		for (const [itemIndex, write] of writesOfItems(caller)) {
			if (!outcomes.has(itemIndex)) outcomes.onWrite(itemIndex, write);
		}
	}
	const text = runErrorText(failed.text, runSummary(outcomes, failed, itemCount, definition));
	return toNodeError(caller.getNode(), failed.error, text, failed.itemIndex);
}

/**
 * An operation as one of the node's customOperations: the items are taken up one after another, as many at once as
 * the option 'Concurrency' says.
 *
 * @throws NodeApiError of the first item that is refused, once what was under way has ended
 */
export const runItems = (definition: OperationDefinition) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const itemCount = this.getInputData().length;
		const retryPolicy = retryPolicyOf(this.getNodeParameter('options', 0, {}) as IDataObject);
		const requestOptions = this.getNodeParameter('requestOptions', 0, {}) as IDataObject;
		const settings = requestSettingsOf(requestOptions);
		const delayOf = batchDelayOf(requestOptions);
		const context = newRunContext(this, retryPolicy.concurrency);
		const { run, outcomes } = context;
		const stored = storedParameters(this.getNode(), definition.inOptions);
		const parameters = new ParameterPrefetch(
			(name, itemIndex, fallback) => this.getNodeParameter(name, itemIndex, fallback as never),
			itemCount,
		);
		const parametersOf =
			(itemIndex: number) =>
			<Value>(name: string, fallback?: Value) =>
				this.getNodeParameter(stored.pathOf(name), itemIndex, fallback) as Value;
		const joined = await definition.joinItems?.(parametersOf, itemCount);
		const callCount = joined?.length ?? itemCount;
		const startedAt = Date.now();
		const outputs: ItemOutput[] = [];
		// Items that only wait: others were taken up in their place.
		const waiting: Array<Promise<void>> = [];
		let next = 0;

		const takeUpItems = async (): Promise<void> => {
			while (next < callCount && !run.isAborted) {
				const taken = joined?.[next] ?? alone(next);
				const [itemIndex = next] = taken.indexes;
				next += 1;
				await run.pauseUntil(startedAt + delayOf(itemIndex));
				let releasePlace = (): void => undefined;
				const isReleased = new Promise<true>((resolve) => {
					releasePlace = () => resolve(true);
				});
				const call: ItemCall = {
					...taken,
					caller: this,
					itemIndex,
					itemCount,
					parameter: <Value>(name: string, fallback?: Value) =>
						parameters.take(stored.pathOf(name), itemIndex, fallback) as Value,
					stored,
					parametersOf,
					credential: async () => await this.getCredentials(CREDENTIAL, itemIndex),
					releasePlace,
					settings,
					retryPolicy,
				};
				const work = executeOperation(definition, call, context).then((output) => {
					outputs[itemIndex] = output;
				});
				if (await Promise.race([work, isReleased])) waiting.push(work);
			}
		};
		await Promise.all(
			Array.from({ length: Math.min(retryPolicy.concurrency, callCount) }, takeUpItems),
		);
		await Promise.all(waiting);
		const { firstFailed } = outcomes;
		if (firstFailed) {
			throw await finalError(definition, { caller: this, itemCount }, outcomes, firstFailed);
		}
		// An execution that was cancelled has no output of some items.
		const results = outputs.flatMap(({ items, notes }) => ({
			outputs: items.map(({ json }) => json),
			notes,
		}));
		const hints = [
			...refusedHints(outcomes.refusedTexts, itemCount, this.getNode()),
			...(definition.executionHints?.(results) ?? []),
			...(definition.runHints?.(run) ?? []),
		];
		// Older versions of n8n do not know it.
		for (const hint of hints) this.addExecutionHints?.(hint);
		return [outputs.flatMap(({ items }) => items)];
	};

type Pagination = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * An operation in n8n's declarative engine, which runs the tools of AI agents, and everything in an n8n that does not
 * know customOperations. It lets a function replace the request of an item: the one hook there with n8n's helpers
 * at hand before, between and after requests.
 */
export const runItem = (definition: OperationDefinition): Pagination =>
	async function (request) {
		const { proxy, skipSslCertificateValidation, allowedDomains } = request.options;
		const retryPolicy = retryPolicyOf(this.getNodeParameter('options', {}) as IDataObject);
		const itemIndex = this.getItemIndex();
		const itemCount = isToolCall(this) ? 1 : (this.getExecuteData().data.main?.[0]?.length ?? 1);
		const context = contextOfItem(this, itemIndex, retryPolicy.concurrency);
		const { outcomes } = context;
		const stored = storedParameters(this.getNode(), definition.inOptions);
		const parametersOf = (index: number) => evaluatedParameter(this, index, stored);
		if (definition.joinItems && itemCount > 1) {
			context.joined ??= definition.joinItems(parametersOf, itemCount).then(joinedByIndex);
		}
		const joined = await context.joined;
		const taken = joined?.get(itemIndex) ?? alone(itemIndex);
		// One with an item before it, which does the work.
		if (taken.indexes[0] !== itemIndex) return [];
		const call: ItemCall = {
			...taken,
			caller: this,
			itemIndex,
			itemCount,
			parameter: <Value>(name: string, fallback?: Value) =>
				this.getNodeParameter(stored.pathOf(name), fallback as never) as Value,
			stored,
			parametersOf,
			credential: async () => await this.getCredentials(CREDENTIAL),
			// n8n starts all items at once.
			releasePlace: () => undefined,
			settings: {
				// The engine's own options hold 300,000 where the user set nothing.
				timeout: timeoutOf(this.getNodeParameter('requestOptions', {}) as IDataObject),
				proxy,
				skipSslCertificateValidation: Boolean(skipSslCertificateValidation),
				allowedDomains,
			},
			retryPolicy,
		};
		const { items } = await outcomes.during(
			async () => await executeOperation(definition, call, context),
		);
		const failed = outcomes.failedItem(itemIndex);
		if (!failed) return items;
		// n8n shows the first error in the order of the items, whichever of them is thrown first.
		throw await finalError(definition, call, outcomes, failed);
	};
