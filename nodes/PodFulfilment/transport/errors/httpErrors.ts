// The error for each HTTP status that is no success: what it means for the change, its words and advice.

import { ownValue } from '../../input/guards';
import {
	firstAndMore,
	firstReasons,
	oneLine,
	serviceText,
	upperFirst,
	withFullStop,
} from '../../input/wording';
import { SERVICE_ID_PATTERN } from '../../spec/service';
import { isHttpDate, parseRetryAfter } from '../retryAfter';
import { isWebPage } from '../responseBody';
import { credentialName } from '../credential';
import {
	ServiceError,
	violationsOf,
	type ErrorDetails,
	type ErrorText,
	type FailureKind,
	type Violation,
} from './serviceError';
import { messageOf, suspensionMessage } from './serviceMessages';
import type { Caller, ServiceResponse, ServiceRequest } from '../types';

/** Violations that an error keeps: n8n stores it with the execution. */
const MAX_KEPT_VIOLATIONS = 20;

/** How long to wait before another try, from `Retry-After` (spec section 7: 429 and the 5xx statuses). */
function waitHint(headers: Record<string, string>): string {
	const header = headers['retry-after']?.trim();
	const wait = parseRetryAfter(header, Date.now());
	if (wait === undefined) return ' Try again in a moment.';
	if (isHttpDate(header)) return ` Try again after ${header}.`;
	const seconds = wait / 1000;
	return ` Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

/**
 * Whether the service, or a gateway before it, failed: then a change may have been made. 408 says that the request took too
 * long, wherever it had come to.
 */
const isFailure = (status: number): boolean => status >= 500 || status === 408;

/** Redirects that may answer a change that was made: they lead to where its result is. */
const MAY_FOLLOW_CHANGE = [302, 303];

function outcomeOf(status: number, method: string): FailureKind {
	if (status === 429 || status === 503) return 'busy';
	if (method !== 'GET' && MAY_FOLLOW_CHANGE.includes(status)) return 'unreadable';
	return isFailure(status) ? 'lost' : 'refused';
}

/** Length of the service's words, or of one violation, in a message; the description has them whole. */
const MAX_REASON_LENGTH = 150;

const withoutFullStop = (words: string): string =>
	serviceText(words, MAX_REASON_LENGTH).replace(/\.$/, '');

/** The service's words at the end of a message: an error workflow may show nothing else. */
export const reasonIn = (serviceMessage: string): string =>
	serviceMessage === '' ? '' : `: ${oneLine(withoutFullStop(serviceMessage))}`;

/** The service's words behind the advice of a description; nothing if it gave none. */
export const serviceSays = (serviceMessage: string): string =>
	serviceMessage === '' ? '' : ` The service says: ${serviceMessage}`;

const READ_ORDER = 'Read the order to see its status, then decide what to do.';

/** A list of the service (spec section 4), and none but its first page. A service that is the right one has it. */
const LIST =
	/^\/api\/(?:orders|catalog-products|mockup-tasks)(?:\?(?!(?:.*&)?page=(?!1(?:&|$))).*)?$/;

/** Whether a 404 is about the address itself. That of a reprint may be about its original order. */
const isAboutAddress = ({ path, body }: ServiceRequest): boolean =>
	LIST.test(path) && body?.actions === undefined;

/** Whether an answer is a gateway's page, in HTML or in plain words: a body that is a text is no JSON, or JSON that was cut. */
const isPage = ({ headers, body }: ServiceResponse): boolean =>
	typeof body === 'string' && (isWebPage(headers, body) || /^\s*[^\s{[]/.test(body));

/** A text, and whether its message names what the request was about; by default it does not. */
type Wording = ErrorText & Pick<ErrorDetails, 'namesSubject'>;

/** What the words for an answer are made of. */
interface Answer {
	request: ServiceRequest;
	response: ServiceResponse;
	/** Label of the credential in the editor. */
	credential: string;
	/** What the service says. */
	serviceMessage: string;
	/** The same behind an advice. */
	serviceNote: string;
	/** Whether an earlier try of this change may have been made. */
	isInDoubt: boolean;
}

/** An order's number in a shop, as it was entered in place of an external ID: '#1001', '1001' or 'shopify-1001'. */
const SHOP_NUMBER = /^\/api\/orders\/@?(?:%23|shopify-)?(\d{1,12})(?:\/|$)/i;

/** A request that names an order by what has the shape of an ID: it was not looked for as an external ID, see api/locatedOrder.ts. */
const isById = (path: string): boolean =>
	SERVICE_ID_PATTERN.test(/^\/api\/orders\/([^/]+)/.exec(path)?.[1] ?? '');

/**
 * Says which order to choose where a request names one by its number in a shop, and what the orders of shops are called
 * here; undefined where it does not.
 */
function shopNumberHint(path: string): string | undefined {
	const number = SHOP_NUMBER.exec(path)?.[1];
	return number === undefined
		? undefined
		: `If ${number} is its number in your shop, choose "From List" and search for ${number}. Orders from Shopify are called shopify-${number}-… here: order number, then Shopify's order ID, as in shopify-1001-5700000002001. Orders from WooCommerce are called woo-${number}: their order ID.`;
}

/**
 * What to do about an order that was not found.
 *
 * @param credential in which the account is
 */
function orderNotFoundAdvice(path: string, credential: string): string {
	const account = `Check that it exists in the account that ${credential} belongs to`;
	const hint = shopNumberHint(path);
	if (hint !== undefined) return `${hint} ${account}.`;
	return isById(path)
		? `${account}, and that an external ID is entered in the mode "External ID".`
		: `${account}, and that its External ID is written as in the list of orders.`;
}

/** What was asked for is not there, or nothing of the service is. */
function notFoundWording({ request, response, credential, serviceNote }: Answer): Wording {
	const { path, subject } = request;
	if (isPage(response) || isAboutAddress(request)) {
		return {
			message: 'Something answers at this address, but it is not the fulfilment service',
			description: `Check the Base URL in ${credential}.${serviceNote}`,
		};
	}
	const advice = path.startsWith('/api/orders')
		? orderNotFoundAdvice(path, credential)
		: `Check that it exists in the account that ${credential} belongs to.`;
	return {
		namesSubject: true,
		message: `${upperFirst(subject)} was not found`,
		description: `${advice}${serviceNote}`,
	};
}

/** Whether values of the user may be the reason for a refusal: to confirm or cancel an order sends none. */
const isAboutValues = ({ method, body }: ServiceRequest): boolean =>
	method === 'GET' || body !== undefined;

/** Violations listed in a message. Nobody reads more. */
const MAX_LISTED_VIOLATIONS = 10;

/** A single violation goes into the message. Of several, the message has the first two and the description all. */
function violationsWording(
	violations: readonly Violation[],
	{ fieldLabel = (path) => path }: Pick<ServiceRequest, 'fieldLabel'>,
	isInDoubt: boolean,
): Wording {
	const lines = violations.map(({ propertyPath, message }) =>
		propertyPath === '' ? message : `${fieldLabel(propertyPath)}: ${message}`,
	);
	const next = `Correct what is named here and run the node again.${isInDoubt ? '' : ' Nothing was changed.'}`;
	const [only, ...others] = lines;
	if (only !== undefined && others.length === 0) {
		return { message: `The service does not accept a value: ${only}`, description: next };
	}
	return {
		message: `The service does not accept ${violations.length} values: ${firstReasons(lines.map(withoutFullStop))}`,
		description: [...firstAndMore(lines, undefined, MAX_LISTED_VIOLATIONS), next].join('\n'),
	};
}

/** Rejected values, or a suspended account. */
function unprocessableWording(answer: Answer): Wording {
	const { request, response, credential, serviceMessage, isInDoubt } = answer;
	const suspension = suspensionMessage(response.body);
	if (suspension !== undefined) {
		return {
			message: 'The account is suspended',
			description: `Contact the fulfilment service about the account that ${credential} belongs to.${serviceSays(withFullStop(suspension))}`,
		};
	}
	const violations = violationsOf(response.body);
	if (violations.length > 0) return violationsWording(violations, request, isInDoubt);
	return {
		namesSubject: true,
		message: `The service could not process the request for ${request.subject}${reasonIn(serviceMessage)}`,
		description:
			serviceMessage === ''
				? `It gave no explanation. ${isAboutValues(request) ? `Check the values of the fields, and that` : `${READ_ORDER} Check that`} the account of ${credential} is active.`
				: serviceSays(serviceMessage).trim(),
	};
}

const refusedKeyWording = ({ credential, serviceNote }: Answer): Wording => ({
	message: 'The service refused the API key',
	description: `Check the API Key in ${credential}: it may be mistyped or replaced by a newer one, belong to another environment than the Base URL, or lack the permission for this.${serviceNote}`,
});

/** The words for the statuses of spec section 7. */
const WORDINGS: Readonly<Record<string, (answer: Answer) => Wording>> = {
	400: ({ request, serviceMessage, serviceNote }) =>
		isAboutValues(request)
			? {
					message: `The service could not read the request${reasonIn(serviceMessage)}`,
					description: `Check the values of the fields, above all those that hold JSON or an expression.${serviceNote}`,
				}
			: {
					namesSubject: true,
					message: `The service could not read the request for ${request.subject}${reasonIn(serviceMessage)}`,
					description: `${READ_ORDER}${serviceNote}`,
				},
	401: refusedKeyWording,
	403: refusedKeyWording,
	404: notFoundWording,
	405: ({ request, response: { headers }, credential, serviceNote }) => ({
		namesSubject: true,
		message: `The service does not offer this operation for ${request.subject}`,
		description: `Check the Base URL in ${credential}.${headers.allow ? ` Accepted there: ${serviceText(headers.allow)}.` : ''}${serviceNote}`,
	}),
	409: ({ request, serviceNote }) => ({
		namesSubject: true,
		message: `The current state of ${request.subject} does not allow this`,
		description: `${READ_ORDER}${serviceNote}`,
	}),
	410: ({ request, serviceNote }) => ({
		namesSubject: true,
		message: `${upperFirst(request.subject)} is no longer available`,
		description: `The service has removed it for good.${serviceNote}`,
	}),
	415: ({ credential, serviceNote }) => ({
		message: 'The service does not take the request in this form',
		description: `Check that the Base URL in ${credential} leads to the fulfilment service itself.${serviceNote}`,
	}),
	422: unprocessableWording,
	429: ({ response: { headers } }) => ({
		message: 'The service asks for fewer requests',
		description: `The account's rate limit is reached.${waitHint(headers)}`,
	}),
};

/** The words for any other status. */
function otherWording({ request, response, credential, serviceNote }: Answer): Wording {
	const { status, headers } = response;
	if (status >= 300 && status < 400) {
		return {
			message: 'The address of the service leads elsewhere',
			description: `The service answered with a redirect, which is not followed so that your key stays where you entered it. Check the Base URL in ${credential}.`,
		};
	}
	if (isFailure(status)) {
		// A change may have been made all the same; its operation says so.
		const hint = request.method === 'GET' ? waitHint(headers) : '';
		return {
			message: 'The service is not available at the moment',
			description: `It answered with status ${status}.${hint}${serviceNote}`,
		};
	}
	return {
		message: `The service answered with status ${status}`,
		description: serviceNote.trim() || 'It gave no explanation.',
	};
}

/**
 * Error for a response that is no success (spec section 7). Its message says what happened, its description what to do
 * next.
 *
 * @param response without secrets
 * @param isInDoubt whether an earlier try of this change may have been made: then nothing is said to be unchanged
 */
export function httpError(
	caller: Caller,
	request: ServiceRequest,
	response: ServiceResponse,
	isInDoubt = false,
): ServiceError {
	const { status, headers, body } = response;
	const serviceMessage = withFullStop(messageOf(body));
	const serviceNote = serviceSays(serviceMessage);
	const credential = credentialName(caller);
	const wordingOf = ownValue(WORDINGS, String(status)) ?? otherWording;
	return new ServiceError({
		namesSubject: false,
		...wordingOf({ request, response, credential, serviceMessage, serviceNote, isInDoubt }),
		outcome: outcomeOf(status, request.method),
		status,
		serviceMessage,
		violations: status === 422 ? violationsOf(body).slice(0, MAX_KEPT_VIOLATIONS) : [],
		retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
		isPage: isPage(response),
	});
}
