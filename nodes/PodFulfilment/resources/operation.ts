import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { CONCURRENCY, MAX_ATTEMPTS, MAX_WAIT_SECONDS } from '../transport/limits';
import { RunEnded, runOf } from '../transport/run';
import { DEFAULT_PATIENCE, openService, type Service } from '../transport/service';
import type { Patience, RequestSettings } from '../transport/types';
import { asNodeError, withWhatWasDone } from './nodeError';

/** What an operation has at hand while it works on one input item. */
export interface OperationCall {
	/** n8n's own context of this item. */
	context: IExecuteSingleFunctions;
	service: Service;
	/** A parameter's value for this item, its expressions resolved. */
	parameter<Value>(name: string, fallback?: Value): Value;
}

export interface OperationDefinition {
	name: string;
	value: string;
	/** How n8n lists the operation in the node panel, e.g. 'Get an order'. */
	action: string;
	description: string;
	/** Shown for this operation only, in this order. */
	fields: INodeProperties[];
	/** Does the work for one input item; each object it hands back becomes one output item. */
	perform(call: OperationCall): Promise<IDataObject[]>;
	/** What to know before the node is run again after some items were done; nothing when that is safe. */
	runAgain?: string;
}

/** An operation as the node's description takes it. */
export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

type Pagination = (
	this: IExecutePaginationFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
) => Promise<INodeExecutionData[]>;

/** What the user set under 'Request Options' and in the credential, as the engine prepared it. */
const requestSettings = ({
	options,
}: DeclarativeRestApiSettings.ResultOptions): RequestSettings => ({
	timeout: options.timeout,
	proxy: options.proxy,
	skipSslCertificateValidation: Boolean(options.skipSslCertificateValidation),
	allowedDomains: options.allowedDomains,
});

/** What the user set under 'Options' about sending; an expression may have led to anything. */
function patienceOf(context: IExecuteSingleFunctions): Patience {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const within = (
		name: keyof Patience,
		{ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
	) => {
		const value = Number(options[name] ?? DEFAULT_PATIENCE[name]);
		return Number.isFinite(value) ? Math.min(max, Math.max(min, Math.floor(value))) : min;
	};
	return {
		concurrency: within('concurrency', CONCURRENCY),
		maxAttempts: within('maxAttempts', MAX_ATTEMPTS),
		maxWaitSeconds: within('maxWaitSeconds', MAX_WAIT_SECONDS),
	};
}

/**
 * n8n's declarative engine lets a function stand in for the request of an item. It is the one hook with n8n's
 * helpers at hand before, between and after requests, so every operation enters the service's door through it.
 */
const throughTheDoor = ({ perform, runAgain }: OperationDefinition): Pagination =>
	async function (request) {
		const pairedItem = { item: this.getItemIndex() };
		const patience = patienceOf(this);
		const run = runOf(this, patience.concurrency);
		try {
			const service = await openService(this, requestSettings(request), patience);
			const objects = await perform({
				context: this,
				service,
				parameter: <Value>(name: string, fallback?: Value) =>
					this.getNodeParameter(name, fallback as never) as Value,
			});
			run.done += 1;
			return objects.map((json) => ({ json, pairedItem }));
		} catch (error) {
			// Nothing was sent for this item since the run ended; the item that ended it tells why.
			if (error instanceof RunEnded) return [];
			const nodeError = asNodeError(this, error);
			if (!this.continueOnFail()) {
				run.stop();
				await run.settled();
				throw withWhatWasDone(nodeError, this, run.done, runAgain);
			}
			// Left to itself, the engine would neither pair this item nor keep what to do next. In this form n8n also
			// adds the input item's own fields on the error output.
			const { message, description: details } = nodeError;
			return [{ json: { error: message, ...(details && { details }) }, pairedItem }];
		}
	};

/** Turns a definition into the entry of the 'Operation' list and the fields that belong to it. */
export function defineOperation(resource: string, definition: OperationDefinition): Operation {
	const { name, value, action, description, fields } = definition;
	return {
		option: {
			name,
			value,
			action,
			description,
			routing: { send: { paginate: true }, operations: { pagination: throughTheDoor(definition) } },
		},
		fields: fields.map((field) => ({
			...field,
			displayOptions: {
				...field.displayOptions,
				show: { resource: [resource], operation: [value], ...field.displayOptions?.show },
			},
		})),
	};
}
