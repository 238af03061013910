import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { CREDENTIAL } from '../transport/credential';
import { Run } from '../transport/run';
import { isToolCall, runOfItem, type RunCaller } from './runOfItem';
import { RunAborted } from '../transport/run';
import { createClient } from '../transport/client';
import type { RetryPolicy } from '../transport/retryPolicy';
import type { RequestSettings } from '../transport/types';
import { asNodeError, escapedForEditor, withProgress } from './itemErrors';
import type { OperationDefinition } from './operation';
import { ParameterPrefetch } from './parameterPrefetch';
import { batchingOf, requestSettingsOf, retryPolicyOf, timeoutOf } from './settings';

/** One input item on its way, whichever of n8n's engines brings it. */
interface ItemCall {
	caller: RunCaller;
	itemIndex: number;
	/** Input items of the run. */
	itemCount: number;
	parameter<Value>(name: string, fallback?: Value): Value;
	/** The credential as this item sees it: it may hold expressions on the item. */
	credential(): Promise<ICredentialDataDecryptedObject>;
	settings: RequestSettings;
	retryPolicy: RetryPolicy;
}

/** Works on one item; none of it is left undone, and nothing is thrown that is no NodeApiError. */
async function executeOperation(
	{ perform, runAgain }: OperationDefinition,
	call: ItemCall,
	run: Run,
): Promise<INodeExecutionData[]> {
	const { caller, itemIndex, itemCount, parameter, settings, retryPolicy } = call;
	const pairedItem = { item: itemIndex };
	try {
		const client = createClient(caller, await call.credential(), settings, retryPolicy, run);
		const objects = await perform({ client, parameter });
		run.done.push(itemIndex);
		return objects.map((json) => ({ json, pairedItem }));
	} catch (error) {
		// Nothing was sent for this item since the run ended; the item that ended it tells why.
		if (error instanceof RunAborted) return [];
		const nodeError = asNodeError(caller.getNode(), itemIndex, itemCount, error);
		if (!caller.continueOnFail()) {
			run.stop();
			await run.settled();
			throw escapedForEditor(withProgress(nodeError, itemCount, run.done, runAgain));
		}
		// n8n would neither pair this item nor keep what to do next. In this form it also adds the input item's own
		// fields on the error output.
		const { message, description: details } = nodeError;
		return [{ json: { error: message, ...(details && { details }) }, pairedItem }];
	}
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
		const delayOf = batchingOf(requestOptions);
		const run = new Run(retryPolicy.concurrency, this.getExecutionCancelSignal());
		const parameters = new ParameterPrefetch(
			(name, itemIndex, fallback) => this.getNodeParameter(name, itemIndex, fallback as never),
			itemCount,
		);
		const startedAt = Date.now();
		const outputs: INodeExecutionData[][] = [];
		let next = 0;

		const takeUpItems = async (): Promise<void> => {
			while (next < itemCount && !run.hasEnded) {
				const itemIndex = next;
				next += 1;
				await run.pauseUntil(startedAt + delayOf(itemIndex));
				outputs[itemIndex] = await executeOperation(
					definition,
					{
						caller: this,
						itemIndex,
						itemCount,
						parameter: <Value>(name: string, fallback?: Value) =>
							parameters.take(name, itemIndex, fallback) as Value,
						credential: async () => await this.getCredentials(CREDENTIAL, itemIndex),
						settings,
						retryPolicy,
					},
					run,
				);
			}
		};
		// One that is refused ends the others, and what it throws is what n8n shows.
		await Promise.all(
			Array.from({ length: Math.min(retryPolicy.concurrency, itemCount) }, takeUpItems),
		);
		const items = outputs.flat();
		const hint = definition.hintOn?.(items.map(({ json }) => json));
		// Older versions of n8n do not know it.
		if (hint) this.addExecutionHints?.(hint);
		return [items];
	};

type Pagination = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * An operation in n8n's declarative engine, which runs the tools of AI agents, and everything in an n8n that does not
 * know customOperations. It lets a function stand in for the request of an item: the one hook there with n8n's helpers
 * at hand before, between and after requests.
 */
export const runItem = (definition: OperationDefinition): Pagination =>
	async function (request) {
		const { proxy, skipSslCertificateValidation, allowedDomains } = request.options;
		const retryPolicy = retryPolicyOf(this.getNodeParameter('options', {}) as IDataObject);
		const itemIndex = this.getItemIndex();
		return await executeOperation(
			definition,
			{
				caller: this,
				itemIndex,
				itemCount: isToolCall(this) ? 1 : (this.getExecuteData().data.main?.[0]?.length ?? 1),
				parameter: <Value>(name: string, fallback?: Value) =>
					this.getNodeParameter(name, fallback as never) as Value,
				credential: async () => await this.getCredentials(CREDENTIAL),
				settings: {
					// The engine's own options hold 300,000 where the user set nothing.
					timeout: timeoutOf(this.getNodeParameter('requestOptions', {}) as IDataObject),
					proxy,
					skipSslCertificateValidation: Boolean(skipSslCertificateValidation),
					allowedDomains,
				},
				retryPolicy,
			},
			runOfItem(this, itemIndex, retryPolicy.concurrency),
		);
	};
