// The error for each HTTP status that is no success: what it means for the change, its words and advice, when to try
// again. Also whether a gateway's page came in place of the service's answer.

import { oneLine, serviceText, upperFirst, withFullStop } from '../../input/wording';
import { isHttpDate, parseRetryAfter } from '../retryAfter';
import { isWebPage } from '../responseBody';
import { credentialName } from '../credential';
import {
	ServiceError,
	violationsOf,
	type ErrorDetails,
	type ErrorText,
	type FailureKind,
} from './serviceError';
import { messageOf, suspensionMessage } from './serviceMessages';
import { orderNotFoundAdvice } from './orderNotFound';
import type { Caller, ServiceResponse, ServiceRequest } from '../types';
import { violationsWording } from './violationsWording';

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

/** Length of the service's words in a message; the description has them whole. */
const MAX_REASON_LENGTH = 150;

/** The service's words at the end of a message: an error workflow may show nothing else. */
export const reasonIn = (serviceMessage: string): string =>
	serviceMessage === ''
		? ''
		: `: ${oneLine(serviceText(serviceMessage, MAX_REASON_LENGTH)).replace(/\.$/, '')}`;

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

/** The text of a 404: what was asked for is not there, or nothing of the service is. */
function notFoundWording(
	caller: Caller,
	request: ServiceRequest,
	serviceNote: string,
	isFromGateway: boolean,
): Wording {
	const { path, subject } = request;
	const credential = credentialName(caller);
	if (isFromGateway || isAboutAddress(request)) {
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

function wordingOf(
	caller: Caller,
	request: ServiceRequest,
	response: ServiceResponse,
	isInDoubt: boolean,
): Wording {
	const { status, headers, body } = response;
	const serviceMessage = withFullStop(messageOf(body));
	const serviceNote = serviceSays(serviceMessage);
	switch (status) {
		case 400:
			if (!isAboutValues(request)) {
				return {
					namesSubject: true,
					message: `The service could not read the request for ${request.subject}${reasonIn(serviceMessage)}`,
					description: `${READ_ORDER}${serviceNote}`,
				};
			}
			return {
				message: `The service could not read the request${reasonIn(serviceMessage)}`,
				description: `Check the values of the fields, above all those that hold JSON or an expression.${serviceNote}`,
			};
		case 401:
		case 403:
			return {
				message: 'The service refused the API key',
				description: `Check the API Key in ${credentialName(caller)}: it may be mistyped or replaced by a newer one, belong to another environment than the Base URL, or lack the permission for this.${serviceNote}`,
			};
		case 404:
			return notFoundWording(caller, request, serviceNote, isPage(response));
		case 405:
			return {
				namesSubject: true,
				message: `The service does not offer this operation for ${request.subject}`,
				description: `Check the Base URL in ${credentialName(caller)}.${headers.allow ? ` Accepted there: ${serviceText(headers.allow)}.` : ''}${serviceNote}`,
			};
		case 409:
			return {
				namesSubject: true,
				message: `The current state of ${request.subject} does not allow this`,
				description: `${READ_ORDER}${serviceNote}`,
			};
		case 410:
			return {
				namesSubject: true,
				message: `${upperFirst(request.subject)} is no longer available`,
				description: `The service has removed it for good.${serviceNote}`,
			};
		case 415:
			return {
				message: 'The service does not take the request in this form',
				description: `Check that the Base URL in ${credentialName(caller)} leads to the fulfilment service itself.${serviceNote}`,
			};
		case 422:
			return unprocessableWording(caller, request, body, serviceMessage, isInDoubt);
		case 429:
			return {
				message: 'The service asks for fewer requests',
				description: `The account's rate limit is reached.${waitHint(headers)}`,
			};
		default:
	}
	if (status >= 300 && status < 400) {
		return {
			message: 'The address of the service leads elsewhere',
			description: `The service answered with a redirect, which is not followed so that your key stays where you entered it. Check the Base URL in ${credentialName(caller)}.`,
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

/** A 422 means rejected values or a suspended account (spec section 7). */
function unprocessableWording(
	caller: Caller,
	request: ServiceRequest,
	body: unknown,
	serviceMessage: string,
	isInDoubt: boolean,
): Wording {
	const suspension = suspensionMessage(body);
	if (suspension !== undefined) {
		return {
			message: 'The account is suspended',
			description: `Contact the fulfilment service about the account that ${credentialName(caller)} belongs to.${serviceSays(withFullStop(suspension))}`,
		};
	}
	const violations = violationsOf(body);
	if (violations.length > 0) {
		return violationsWording(violations, request, isInDoubt);
	}
	return {
		namesSubject: true,
		message: `The service could not process the request for ${request.subject}${reasonIn(serviceMessage)}`,
		description:
			serviceMessage === ''
				? `It gave no explanation. ${isAboutValues(request) ? `Check the values of the fields, and that` : `${READ_ORDER} Check that`} the account of ${credentialName(caller)} is active.`
				: serviceSays(serviceMessage).trim(),
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
	return new ServiceError({
		namesSubject: false,
		...wordingOf(caller, request, response, isInDoubt),
		outcome: outcomeOf(status, request.method),
		status,
		serviceMessage: withFullStop(messageOf(body)),
		violations: status === 422 ? violationsOf(body).slice(0, MAX_KEPT_VIOLATIONS) : [],
		retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
		isPage: isPage(response),
	});
}
