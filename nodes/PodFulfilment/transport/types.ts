// The types of a request, a response and their settings, n8n's context that sends it (`Caller`), and when a request may
// be sent again.

import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** n8n's context of a request: that of an input item, of a list in the editor, of a poll, or of a delivery. */
export type Caller =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

/** The settings of n8n's 'Request Options' that apply to every request. */
export type RequestSettings = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation' | 'allowedDomains'
>;

/**
 * When a request that failed may be sent again.
 * - `always`: also when it may have been done; doing it twice changes nothing
 * - `ifNotInDoubt`: only when the service did not process it: nothing was sent, or it was rejected by the rate limit (429)
 * - `afterAsking`: also when it may have been done, once {@link ServiceRequest.wasMade} shows that it was not
 */
export type RetrySafety = 'always' | 'ifNotInDoubt' | 'afterAsking';

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PATCH';
	/** Path below the base URL with encoded ids, e.g. `/api/orders/@A-1`. */
	path: string;
	body?: IDataObject;
	/** Default: `always` for GET and PATCH, `ifNotInDoubt` for POST. */
	retrySafety?: RetrySafety;
	/** Reads whether a write that is in doubt was made; undefined when that cannot be read. For `afterAsking`. */
	wasMade?: () => Promise<boolean | undefined>;
	/** Name of the requested resource in messages, e.g. `order "A-1"`. */
	subject: string;
	/**
	 * Whether it is about a whole list of the service (spec section 4): the right service has it, so that a 404 is about the
	 * address itself.
	 */
	isList?: boolean;
	/**
	 * What to do where it is not found; by default the check alone.
	 *
	 * @param check that it exists in this account, without a full stop
	 */
	ifNotFound?: (check: string) => string;
	/** Waits its turn behind items that have not begun. By default an item that has begun goes first. */
	isBackground?: boolean;
	/** Label of the editor field for a property path in a 422; by default the path itself. */
	fieldLabel?: (propertyPath: string) => string;
}

export interface ServiceResponse {
	status: number;
	/** Header names in lower case. */
	headers: Record<string, string>;
	/** Parsed JSON; undefined when the response has no body. */
	body: unknown;
	/** Characters of the body as received, if it was read. */
	characters?: number;
}
