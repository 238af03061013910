import type {
	DeclarativeRestApiSettings,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { createClient } from '../transport/client';
import { CREDENTIAL } from '../transport/credential';
import type { RetryPolicy } from '../transport/retryPolicy';
import { Run, RunAborted } from '../transport/run';
import type { RequestSettings } from '../transport/types';
import { asNodeError, escapedForEditor, withProgress } from './itemErrors';
import type { OperationDefinition } from './operation';
import { ParameterPrefetch } from './parameterPrefetch';
import { isToolCall, runOfItem, type RunCaller } from './runOfItem';
import { batchDelayOf, requestSettingsOf, retryPolicyOf } from './settings';

/** One input item with its settings, the same for both of n8n's engines. */
interface ItemCall {
	caller: RunCaller;
	itemIndex: number;
	/** Number of input items of the run. */
	itemCount: number;
	parameter<Value>(name: string, fallback?: Value): Value;
	/** The credential with its expressions resolved for this item. */
	credential(): Promise<ICredentialDataDecryptedObject>;
	settings: RequestSettings;
	retryPolicy: RetryPolicy;
}

/**
 * Runs the operation for one item.
 *
 * @returns its output items; with 'On Error: Continue' an item with the error; none when the run was aborted
 * @throws NodeApiError for every other failure, after it has aborted the run
 */
async function executeOperation(
	{ perform, rerunNote }: OperationDefinition,
	call: ItemCall,
	run: Run,
): Promise<INodeExecutionData[]> {
	const { caller, itemIndex, itemCount, parameter, settings, retryPolicy } = call;
	const pairedItem = { item: itemIndex };
	try {
		const client = createClient(caller, await call.credential(), settings, retryPolicy, run);
		const objects = await perform({ client, parameter });
		run.completedItems.push(itemIndex);
		return objects.map((json) => ({ json, pairedItem }));
	} catch (error) {
		// The item that aborted the run reports why.
		if (error instanceof RunAborted) return [];
		const nodeError = asNodeError(caller.getNode(), itemIndex, itemCount, error);
		if (!caller.continueOnFail()) {
			run.abort();
			await run.settled();
			throw escapedForEditor(withProgress(nodeError, itemCount, run.completedItems, rerunNote));
		}
		// If it were thrown, n8n would neither pair the item nor keep the description. From an item of this shape, n8n also
		// copies the input item's fields to the error output.
		const { message, description: details } = nodeError;
		return [{ json: { error: message, ...(details && { details }) }, pairedItem }];
	}
}

/**
 * Runs an operation for all input items, as one of the node's customOperations. As many items run at once as the option
 * 'Concurrency' says.
 *
 * @throws NodeApiError of the first item that fails, after the requests in flight have completed
 */
export const runItems = (definition: OperationDefinition) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const itemCount = this.getInputData().length;
		const retryPolicy = retryPolicyOf(this.getNodeParameter('options', 0, {}) as IDataObject);
		const requestOptions = this.getNodeParameter('requestOptions', 0, {}) as IDataObject;
		const settings = requestSettingsOf(requestOptions);
		const delayOf = batchDelayOf(requestOptions);
		const run = new Run(retryPolicy.concurrency, this.getExecutionCancelSignal());
		const parameters = new ParameterPrefetch(
			(name, itemIndex, fallback) => this.getNodeParameter(name, itemIndex, fallback as never),
			itemCount,
		);
		const startedAt = Date.now();
		const outputs: INodeExecutionData[][] = [];
		let next = 0;

		const processItems = async (): Promise<void> => {
			while (next < itemCount && !run.isAborted) {
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
		// The first failure aborts the other items; n8n shows its error.
		await Promise.all(
			Array.from({ length: Math.min(retryPolicy.concurrency, itemCount) }, processItems),
		);
		const items = outputs.flat();
		const hint = definition.executionHint?.(items.map(({ json }) => json));
		// Older versions of n8n do not have this function.
		if (hint) this.addExecutionHints?.(hint);
		return [items];
	};

type Pagination = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/**
 * Runs an operation for one item in n8n's declarative engine, which runs the tools of AI agents, and everything in
 * versions of n8n without customOperations. Its `pagination` function replaces the request of an item: the only hook of
 * that engine in which n8n's helpers can be called before, between and after requests.
 */
export const runItem = (definition: OperationDefinition): Pagination =>
	async function (request) {
		const { timeout, proxy, skipSslCertificateValidation, allowedDomains } = request.options;
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
					timeout,
					proxy,
					skipSslCertificateValidation: Boolean(skipSslCertificateValidation),
					allowedDomains,
				},
				retryPolicy,
			},
			runOfItem(this, itemIndex, retryPolicy.concurrency),
		);
	};
