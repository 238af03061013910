import { ServiceError, violationsOf, type Outcome, type Violation } from './serviceError';
import type { Caller, ServiceResponse, ServiceRequest } from './types';
import { isObject, text } from '../input/guards';
import { isHttpDate, parseRetryAfter } from './backoff';
import { credentialName } from './credential';
import { upperFirst } from '../input/wording';

/** What the service itself says, in whichever of the shapes of section 7 it says it. */
function saidBy(body: unknown): string {
	if (!isObject(body)) return '';
	const said = [
		body['hydra:description'],
		body.detail,
		body.message,
		body.description,
		body.error,
		body.title,
	];
	return said.map(text).find((sentence) => sentence !== '') ?? '';
}

const sentence = (words: string): string =>
	words === '' || /[.!?]$/.test(words) ? words : `${words}.`;

/** The longest violation list that a person still reads. */
const VIOLATIONS_SHOWN = 10;

/** Characters that the names of fields take at most where there is one line only; the first is always named. */
const NAMES_IN_A_LINE = 80;

/** A long list cut short; the last entry says by how much. */
const cut = (entries: string[], length: number): string[] =>
	entries.length > length
		? [...entries.slice(0, length), `and ${entries.length - length} more`]
		: entries;

/** The service's own names, for whoever asks the service about them. */
function pathsNote(violations: Violation[]): string {
	const paths = violations.map(({ propertyPath }) => propertyPath).filter((path) => path !== '');
	const all = cut(paths, VIOLATIONS_SHOWN).join(', ');
	return paths.length === 0 ? '' : ` The service calls them: ${all}.`;
}

/** One violation is said in the message; of several it names the fields, and the description has a line for each. */
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
	const names = [...new Set(fields.map(({ propertyPath }) => fieldLabel(propertyPath)))];
	const fitting = names
		.slice(0, VIOLATIONS_SHOWN)
		.filter(
			(_, index) => index === 0 || names.slice(0, index + 1).join(', ').length <= NAMES_IN_A_LINE,
		);
	const shown = fitting.join(', ');
	const more = names.length > fitting.length ? ` and ${names.length - fitting.length} more` : '';
	return {
		message: `The service does not accept ${violations.length} values${shown === '' ? '' : ': '}${shown}${more}`,
		description: [...cut(lines, VIOLATIONS_SHOWN), next].join('\n'),
	};
}

/** Section 7: 429 and the temporary states tell how long to wait, in seconds or as a date. */
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

type Wording = { message: string; description: string };

function wordingOf(
	caller: Caller,
	request: ServiceRequest,
	answer: ServiceResponse,
	isInDoubt: boolean,
): Wording {
	const { status, headers, body } = answer;
	const said = sentence(saidBy(body));
	const saying = said === '' ? '' : ` The service says: ${said}`;
	switch (status) {
		case 400:
			return {
				message: 'The service could not read the request',
				description: `Check the values of the fields, above all those that hold JSON or an expression.${saying}`,
			};
		case 401:
		case 403:
			return {
				message: 'The service refused the API key',
				description: `Check the API Key in ${credentialName(caller)}: it may be mistyped or replaced by a newer one, belong to another environment than the Base URL, or lack the permission for this.${saying}`,
			};
		case 404:
			return {
				message: `${upperFirst(request.about)} was not found`,
				description: `Check that it exists in the account that ${credentialName(caller)} belongs to${request.path.startsWith('/api/orders') ? ', and that an external ID is entered in the mode "By External ID"' : ''}.${saying}`,
			};
		case 405:
			return {
				message: `The service does not offer this operation for ${request.about}`,
				description: `Check the Base URL in ${credentialName(caller)}.${headers.allow ? ` Accepted there: ${headers.allow}.` : ''}${saying}`,
			};
		case 409:
			return {
				message: `The current state of ${request.about} does not allow this`,
				description: `Read the order to see its status, then decide what to do.${saying}`,
			};
		case 410:
			return {
				message: `${upperFirst(request.about)} is no longer available`,
				description: `The service has removed it for good.${saying}`,
			};
		case 415:
			return {
				message: 'The service does not take the request in this form',
				description: `Check that the Base URL in ${credentialName(caller)} leads to the fulfilment service itself.${saying}`,
			};
		case 422:
			return unprocessable(caller, request, body, said, isInDoubt);
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
		// A change may have been made all the same; whoever sends one says so.
		const hint = request.method === 'GET' ? waitHint(headers) : '';
		return {
			message: 'The service is not available at the moment',
			description: `It answered with status ${status}.${hint}${saying}`,
		};
	}
	return {
		message: `The service answered with status ${status}`,
		description: saying.trim() || 'It gave no explanation.',
	};
}

/** 422 is sent for values that are not accepted, and for a suspended account (spec section 7). */
function unprocessable(
	caller: Caller,
	request: ServiceRequest,
	body: unknown,
	said: string,
	isInDoubt: boolean,
): Wording {
	const violations = violationsOf(body);
	if (violations.length > 0) {
		return violationsWording(violations, request, isInDoubt);
	}
	if (/suspend/i.test(said)) {
		return {
			message: 'The account is suspended',
			description: `Contact the fulfilment service about the account that ${credentialName(caller)} belongs to. The service says: ${said}`,
		};
	}
	return {
		message: `The service could not process the request for ${request.about}`,
		description:
			said === ''
				? `It gave no explanation. Check the values of the fields, and that the account of ${credentialName(caller)} is active.`
				: `The service says: ${said}`,
	};
}

/**
 * Puts a status that is no success (spec section 7) into words: what happened and what to do next.
 * Violations of a 422 are listed by field, 401 and 403 name the credential, 404 names what was not found.
 *
 * @param isInDoubt whether an earlier try of this change may have been made: then nothing is said to be unchanged
 */
export function httpError(
	caller: Caller,
	request: ServiceRequest,
	answer: ServiceResponse,
	isInDoubt = false,
): ServiceError {
	const { message, description } = wordingOf(caller, request, answer, isInDoubt);
	return new ServiceError(caller, {
		outcome: outcomeOf(answer.status),
		message,
		description,
		status: answer.status,
		violations: answer.status === 422 ? violationsOf(answer.body) : [],
		retryAfter: parseRetryAfter(answer.headers['retry-after'], Date.now()),
	});
}
