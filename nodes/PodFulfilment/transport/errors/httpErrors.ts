// The error for each HTTP status that is no success: what it means for the change, what the service itself says in its body,
// its words and advice.

import { isObject, ownValue, without } from '../../input/objects';
import { trimmed } from '../../input/text';
import {
	firstAndMore,
	firstReasons,
	reasonIn,
	serviceReason,
	serviceSays,
	serviceText,
	upperFirst,
	withFullStop,
} from '../../input/wording';
import { inSeconds, isHttpDate, parseRetryAfter } from '../retryPolicy';
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
import type { Caller, ServiceResponse, ServiceRequest } from '../types';

// What the service says

/** Length of the beginning of JSON that was cut: it says a little of what is wrong. */
const MAX_CUT_LENGTH = 300;

/** The service's own message, from any of the body shapes of spec section 7; of JSON that was cut, its beginning. */
export function messageOf(body: unknown): string {
	if (typeof body === 'string' && /^\s*[[{]/.test(body)) return serviceText(body, MAX_CUT_LENGTH);
	if (!isObject(body)) return '';
	const messages = [
		body['hydra:description'],
		body.detail,
		body.message,
		body.description,
		body.error,
		body.title,
	];
	return serviceText(messages.map(trimmed).find(Boolean));
}

/** Depth to which a body is searched; no body of spec section 7 is nested deeper. */
const MAX_BODY_DEPTH = 5;

/** Texts that are searched in a body: an error has far fewer. */
const MAX_BODY_TEXTS = 1_000;

/** The first texts in a response body, however they are nested and whatever the fields are called. */
function textsIn(body: unknown, depth = 0, found: string[] = []): string[] {
	if (typeof body === 'string') found.push(body.trim());
	if (typeof body !== 'object' || body === null || depth > MAX_BODY_DEPTH) return found;
	for (const value of Object.values(body)) {
		if (found.length >= MAX_BODY_TEXTS) break;
		textsIn(value, depth + 1, found);
	}
	return found;
}

/** As sentence or as code, such as `ACCOUNT_SUSPENDED`; not a word that begins alike, such as the name of an item. */
const SUSPENSION = /suspen(d|ded|sion)(?![a-z])/i;

/** Longer texts, and texts with tags, are pages and not messages. */
const MAX_SUSPENSION_LENGTH = 300;

/**
 * What a 422 says about a suspended account (spec section 7), wherever in its body.
 *
 * @returns undefined if it says nothing about it, and an empty text if it has no words that can be shown
 */
function suspensionMessage(body: unknown): string | undefined {
	const isAboutValues = violationsOf(body).some(({ propertyPath }) => propertyPath !== '');
	// `detail` and `hydra:description` repeat the violations.
	const texts = textsIn(
		isAboutValues && isObject(body)
			? without(body, ['violations', 'detail', 'hydra:description'])
			: body,
	);
	const found = texts.filter((said) => SUSPENSION.test(said));
	if (found.length === 0) return undefined;
	const readable = found.filter(
		(said) => said.length <= MAX_SUSPENSION_LENGTH && !said.includes('<'),
	);
	// A sentence says more than a code.
	return readable.find((said) => said.includes(' ')) ?? readable[0] ?? '';
}

// What an answer means

/** Violations that an error keeps: n8n stores it with the execution. */
const MAX_KEPT_VIOLATIONS = 20;

/** How long to wait before another try, from `Retry-After` (spec section 7: 429 and the 5xx statuses). */
function waitHint(headers: Record<string, string>): string {
	const header = headers['retry-after']?.trim();
	const wait = parseRetryAfter(header, Date.now());
	if (!wait) return ' Try again in a moment.';
	if (isHttpDate(header)) return ` Try again after ${header}.`;
	return ` Try again in ${inSeconds(wait / 1000)}.`;
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

const READ_ORDER = 'Read the order to see its status, then decide what to do.';

/** Whether an answer is a gateway's page, in HTML or in plain words: a body that is a text is no JSON, or JSON that was cut. */
const isPage = ({ headers, body }: ServiceResponse): boolean =>
	typeof body === 'string' && (isWebPage(headers, body) || /^\s*[^\s{[]/.test(body));

/** The words for an answer. What the service says follows the description, unless that has it, or nothing of it is news. */
type Wording = ErrorText & Pick<ErrorDetails, 'namesSubject'> & { isWhole?: true };

/** What the words for an answer are made of. */
interface Answer {
	request: ServiceRequest;
	response: ServiceResponse;
	/** Label of the credential in the editor. */
	credential: string;
	/** What the service says. */
	serviceMessage: string;
	/** Whether an earlier try of this change may have been made. */
	isInDoubt: boolean;
}

/** What was asked for is not there, or nothing of the service is. */
function notFoundWording({ request, response, credential }: Answer): Wording {
	const { subject, isList = false, ifNotFound = (check) => `${check}.` } = request;
	if (isPage(response) || isList) {
		return {
			message: 'Something answers at this address, but it is not the fulfilment service',
			description: `Check the Base URL in ${credential}.`,
		};
	}
	return {
		namesSubject: true,
		message: `${upperFirst(subject)} was not found`,
		description: ifNotFound(`Check that it exists in the account that ${credential} belongs to`),
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
		return {
			isWhole: true,
			message: `The service does not accept a value: ${only}`,
			description: next,
		};
	}
	return {
		isWhole: true,
		message: `The service does not accept ${violations.length} values: ${firstReasons(lines.map(serviceReason))}`,
		description: [...firstAndMore(lines, undefined, MAX_LISTED_VIOLATIONS), next].join('\n'),
	};
}

/** Rejected values, or a suspended account. */
function unprocessableWording(answer: Answer): Wording {
	const { request, response, credential, serviceMessage, isInDoubt } = answer;
	const suspension = suspensionMessage(response.body);
	if (suspension !== undefined) {
		return {
			isWhole: true,
			message: 'The account is suspended',
			description: `Contact the fulfilment service about the account that ${credential} belongs to.${serviceSays(withFullStop(suspension))}`,
		};
	}
	const violations = violationsOf(response.body);
	if (violations.length > 0) return violationsWording(violations, request, isInDoubt);
	const [correct, check] = isAboutValues(request)
		? ['Correct the values that the service names.', 'Check the values of the fields, and that']
		: [READ_ORDER, `${READ_ORDER} Check that`];
	return {
		namesSubject: true,
		message: `The service could not process the request for ${request.subject}${reasonIn(serviceMessage)}`,
		description:
			serviceMessage === ''
				? `It gave no explanation. ${check} the account of ${credential} is active.`
				: correct,
	};
}

const refusedKeyWording = ({ credential }: Answer): Wording => ({
	message: 'The service refused the API key',
	description: `Check the API Key in ${credential}: it may be mistyped or replaced by a newer one, belong to another environment than the Base URL, or lack the permission for this.`,
});

/** The words for the statuses of spec section 7. */
const WORDINGS: Readonly<Record<string, (answer: Answer) => Wording>> = {
	400: ({ request, serviceMessage }) =>
		isAboutValues(request)
			? {
					message: `The service could not read the request${reasonIn(serviceMessage)}`,
					description:
						'Check the values of the fields, above all those that hold JSON or an expression.',
				}
			: {
					namesSubject: true,
					message: `The service could not read the request for ${request.subject}${reasonIn(serviceMessage)}`,
					description: READ_ORDER,
				},
	401: refusedKeyWording,
	403: refusedKeyWording,
	404: notFoundWording,
	405: ({ request, response: { headers }, credential }) => ({
		namesSubject: true,
		message: `The service does not offer this operation for ${request.subject}`,
		description: `Check the Base URL in ${credential}.${headers.allow ? ` Accepted there: ${serviceText(headers.allow)}.` : ''}`,
	}),
	409: ({ request }) => ({
		namesSubject: true,
		message: `The current state of ${request.subject} does not allow this`,
		description: READ_ORDER,
	}),
	410: ({ request }) => ({
		namesSubject: true,
		message: `${upperFirst(request.subject)} is no longer available`,
		description: 'The service has removed it for good.',
	}),
	415: ({ credential }) => ({
		message: 'The service does not take the request in this form',
		description: `Check that the Base URL in ${credential} leads to the fulfilment service itself.`,
	}),
	422: unprocessableWording,
	429: ({ response: { headers } }) => ({
		isWhole: true,
		message: 'The service asks for fewer requests',
		description: `The account's rate limit is reached.${waitHint(headers)}`,
	}),
};

/** The words for any other status. */
function otherWording({ request, response, credential, serviceMessage }: Answer): Wording {
	const { status, headers } = response;
	if (status >= 300 && status < 400) {
		return {
			isWhole: true,
			message: 'The address of the service leads elsewhere',
			description: `The service answered with a redirect, which is not followed so that your key stays where you entered it. Check the Base URL in ${credential}.`,
		};
	}
	if (isFailure(status)) {
		// A change may have been made all the same; its operation says so.
		const hint = request.method === 'GET' ? waitHint(headers) : '';
		return {
			message: 'The service is not available at the moment',
			description: `It answered with status ${status}.${hint}`,
		};
	}
	return {
		message: `The service answered with status ${status}`,
		description: serviceMessage === '' ? 'It gave no explanation.' : '',
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
	const credential = credentialName(caller);
	const wordingOf = ownValue(WORDINGS, String(status)) ?? otherWording;
	const wording = wordingOf({ request, response, credential, serviceMessage, isInDoubt });
	const { namesSubject = false, message, description, isWhole = false } = wording;
	return new ServiceError({
		namesSubject,
		message,
		description: isWhole ? description : `${description}${serviceSays(serviceMessage)}`.trim(),
		outcome: outcomeOf(status, request.method),
		status,
		serviceMessage,
		violations: status === 422 ? violationsOf(body).slice(0, MAX_KEPT_VIOLATIONS) : [],
		retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
		isPage: isPage(response),
	});
}
