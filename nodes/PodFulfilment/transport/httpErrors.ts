import { isObject, text } from '../input/guards';
import { serviceText, upperFirst, withFullStop } from '../input/wording';
import { isHttpDate, parseRetryAfter } from './backoff';
import { credentialName } from './credential';
import { ServiceError, violationsOf, type Outcome, type Violation } from './serviceError';
import type { Caller, ServiceResponse, ServiceRequest } from './types';

/** The service's own message, from any of the body shapes of spec section 7. */
function messageOf(body: unknown): string {
	if (!isObject(body)) return '';
	const messages = [
		body['hydra:description'],
		body.detail,
		body.message,
		body.description,
		body.error,
		body.title,
	];
	return serviceText(messages.map(text).find((message) => message !== ''));
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
const MAX_MESSAGE_LENGTH = 300;

/**
 * What a 422 says about a suspended account (spec section 7), wherever in its body.
 *
 * @returns undefined if it says nothing about it, and an empty text if it has no words that can be shown
 */
function suspensionMessage(body: unknown): string | undefined {
	const isAboutValues = violationsOf(body).some(({ propertyPath }) => propertyPath !== '');
	const texts = textsIn(isAboutValues ? withoutViolations(body) : body);
	const found = texts.filter((message) => SUSPENSION.test(message));
	if (found.length === 0) return undefined;
	const readable = found.filter(
		(message) => message.length <= MAX_MESSAGE_LENGTH && !message.includes('<'),
	);
	// A sentence says more than a code.
	return readable.find((message) => message.includes(' ')) ?? readable[0] ?? '';
}

/** A body without its violations, which `detail` and `hydra:description` repeat. */
function withoutViolations(body: unknown): unknown {
	if (!isObject(body)) return body;
	const { violations: _violations, detail: _detail, ...others } = body;
	delete others['hydra:description'];
	return others;
}

/** Violations that an error keeps: n8n stores it with the execution. */
const MAX_KEPT_VIOLATIONS = 20;

/** Violations listed in a message. Nobody reads more. */
const MAX_LISTED_VIOLATIONS = 10;

/** Length of the field names in a message, which is one line. The first name is always shown. */
const MAX_NAMES_LENGTH = 80;

/** Truncates a long list; a last entry says how many are left out. */
const truncated = (entries: string[], length: number): string[] =>
	entries.length > length
		? [...entries.slice(0, length), `and ${entries.length - length} more`]
		: entries;

/** The service's own names of the fields, for a user who asks the service about them. */
function pathsNote(violations: Violation[]): string {
	const paths = violations.map(({ propertyPath }) => propertyPath).filter((path) => path !== '');
	const all = truncated(paths, MAX_LISTED_VIOLATIONS).join(', ');
	return paths.length === 0 ? '' : ` The service calls them: ${all}.`;
}

/** As many of the names as fit into one line. */
function namesNote(names: string[]): string {
	if (names.length === 0) return '';
	const fitting = names
		.slice(0, MAX_LISTED_VIOLATIONS)
		.filter(
			(_, index) => index === 0 || names.slice(0, index + 1).join(', ').length <= MAX_NAMES_LENGTH,
		);
	const more = names.length > fitting.length ? ` and ${names.length - fitting.length} more` : '';
	return `: ${fitting.join(', ')}${more}`;
}

/** A single violation goes into the message. Of several, the message names the fields and the description lists all. */
function violationsWording(
	violations: Violation[],
	{ fieldLabel = (path) => path }: Pick<ServiceRequest, 'fieldLabel'>,
	isInDoubt: boolean,
): Wording {
	const lines = violations.map(({ propertyPath, message }) =>
		propertyPath === '' ? message : `${fieldLabel(propertyPath)}: ${message}`,
	);
	const next = `Correct what is named here and run the node again.${isInDoubt ? '' : ' Nothing was changed.'}${pathsNote(violations)}`;
	const [only, ...others] = lines;
	if (only !== undefined && others.length === 0) {
		return { message: `The service does not accept a value: ${only}`, description: next };
	}
	const fields = violations.filter(({ propertyPath }) => propertyPath !== '');
	const labels = fields.map(({ propertyPath }) => fieldLabel(propertyPath));
	return {
		message: `The service does not accept ${violations.length} values${namesNote([...new Set(labels)])}`,
		description: [...truncated(lines, MAX_LISTED_VIOLATIONS), next].join('\n'),
	};
}

/** How long to wait before another try, from `Retry-After` (spec section 7: 429 and the 5xx statuses). */
function waitHint(headers: Record<string, string>): string {
	const header = headers['retry-after']?.trim();
	const wait = parseRetryAfter(header, Date.now());
	if (wait === undefined) return ' Try again in a moment.';
	if (isHttpDate(header)) return ` Try again after ${header}.`;
	const seconds = wait / 1000;
	return ` Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
}

function outcomeOf(status: number): Outcome {
	if (status === 429 || status === 503) return 'busy';
	return status >= 500 ? 'lost' : 'refused';
}

interface Wording {
	message: string;
	description: string;
}

function wordingOf(
	caller: Caller,
	request: ServiceRequest,
	response: ServiceResponse,
	isInDoubt: boolean,
): Wording {
	const { status, headers, body } = response;
	const serviceMessage = withFullStop(messageOf(body));
	const serviceNote = serviceMessage === '' ? '' : ` The service says: ${serviceMessage}`;
	switch (status) {
		case 400:
			return {
				message: 'The service could not read the request',
				description: `Check the values of the fields, above all those that hold JSON or an expression.${serviceNote}`,
			};
		case 401:
		case 403:
			return {
				message: 'The service refused the API key',
				description: `Check the API Key in ${credentialName(caller)}: it may be mistyped or replaced by a newer one, belong to another environment than the Base URL, or lack the permission for this.${serviceNote}`,
			};
		case 404:
			return {
				message: `${upperFirst(request.about)} was not found`,
				description: `Check that it exists in the account that ${credentialName(caller)} belongs to${request.path.startsWith('/api/orders') ? ', and that an external ID is entered in the mode "By External ID"' : ''}.${serviceNote}`,
			};
		case 405:
			return {
				message: `The service does not offer this operation for ${request.about}`,
				description: `Check the Base URL in ${credentialName(caller)}.${headers.allow ? ` Accepted there: ${serviceText(headers.allow)}.` : ''}${serviceNote}`,
			};
		case 409:
			return {
				message: `The current state of ${request.about} does not allow this`,
				description: `Read the order to see its status, then decide what to do.${serviceNote}`,
			};
		case 410:
			return {
				message: `${upperFirst(request.about)} is no longer available`,
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
	if (status >= 500) {
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

/** A 422 stands for rejected values or for a suspended account (spec section 7). */
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
			description: `Contact the fulfilment service about the account that ${credentialName(caller)} belongs to.${suspension === '' ? '' : ` The service says: ${withFullStop(suspension)}`}`,
		};
	}
	const violations = violationsOf(body);
	if (violations.length > 0) {
		return violationsWording(violations, request, isInDoubt);
	}
	return {
		message: `The service could not process the request for ${request.about}`,
		description:
			serviceMessage === ''
				? `It gave no explanation. Check the values of the fields, and that the account of ${credentialName(caller)} is active.`
				: `The service says: ${serviceMessage}`,
	};
}

/**
 * Error for a response that is no success (spec section 7). Its message says what happened, its description what to do
 * next.
 *
 * @param isInDoubt whether an earlier try of this change may have been made: then nothing is said to be unchanged
 */
export function httpError(
	caller: Caller,
	request: ServiceRequest,
	response: ServiceResponse,
	isInDoubt = false,
): ServiceError {
	const { message, description } = wordingOf(caller, request, response, isInDoubt);
	return new ServiceError(caller, {
		outcome: outcomeOf(response.status),
		message,
		description,
		status: response.status,
		violations:
			response.status === 422 ? violationsOf(response.body).slice(0, MAX_KEPT_VIOLATIONS) : [],
		retryAfter: parseRetryAfter(response.headers['retry-after'], Date.now()),
	});
}
