import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

/** Where a request can come from: an item of a run, or a list that the editor opens. */
export type Caller = IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions;

/** The settings of n8n's 'Request Options' that apply to every request of a node. */
export type RequestSettings = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation' | 'allowedDomains'
>;

/**
 * When a request is sent again.
 * - `always`: also when it may have been done; reading it or doing it twice changes nothing
 * - `whenNotDone`: only when it is known that it was not done: the rate limit refused it (429), or nothing was sent
 */
export type RetrySafety = 'always' | 'whenNotDone';

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PATCH';
	/** Path below the base URL, ids already encoded (see path.ts), e.g. `/api/orders/@A-1`. */
	path: string;
	body?: IDataObject;
	/** By default reading and merge-patching is repeated always, and a POST only when the rate was limited. */
	retrySafety?: RetrySafety;
	/** What a 404 says was not found, e.g. `order "A-1"`. */
	about: string;
	/** How the user knows the field that a 422 names by its path; without it the path itself is shown. */
	fieldLabel?: (propertyPath: string) => string;
}

export interface ServiceResponse {
	status: number;
	/** Header names in lower case. */
	headers: Record<string, string>;
	/** The JSON of the answer; undefined when the service sent no body. */
	body: unknown;
}
