// `ServiceError`, the error of a failed request: what it means for the change it asked for (refused, busy, unsent,
// lost, unreadable), and questions to it, such as whether something was not found. `Result`: a value or this error. The
// violations in the body of a 422. Also n8n's error, made of whatever was thrown: cut to a length, safe for the editor, and not
// taken for a cancellation.

import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

import { isObject } from '../../input/objects';
import { forEditor, oneLine, serviceText, truncate } from '../../input/wording';

/**
 * What a failed request means for the change that it asked for.
 * - `refused`: rejected by the service; a retry would be rejected as well
 * - `busy`: 429 or 503; a retry may succeed. After a 503 it may have been done all the same
 * - `unsent`: there was no connection, so nothing was sent; a retry may succeed
 * - `lost`: no response, 408, or a 5xx other than 503; may have been done
 * - `unreadable`: a success whose response cannot be used, or a redirect that may be one; may have been done
 */
export type FailureKind = 'refused' | 'busy' | 'unsent' | 'lost' | 'unreadable';

/** What a user is told: what happened, in one line, and what to do next. */
export interface ErrorText {
	message: string;
	description: string;
}

export interface ErrorDetails extends ErrorText {
	/** Whether the message names what the request was about, as most do. */
	namesSubject?: boolean;
	outcome: FailureKind;
	/** Status of the response; 0 when there was none that could be used. */
	status?: number;
	/** The service's own words, which the description has behind the advice; empty if it gave none. */
	serviceMessage?: string;
	/** The violations of a 422. */
	violations?: readonly Violation[];
	/** From the `Retry-After` header. */
	retryAfterMs?: number;
	/** Whether the answer was a gateway's page: then it is not the service's own. */
	isPage?: boolean;
}

/**
 * A failed request, with the details that callers decide on. Immutable: whoever has more to say makes a new text of it.
 * It becomes n8n's error where it leaves the nodes, see {@link toNodeError}.
 */
export class ServiceError extends Error {
	override readonly name = 'ServiceError';

	declare readonly message: string;

	readonly description: string;

	readonly outcome: FailureKind;

	readonly status: number;

	readonly serviceMessage: string;

	readonly violations: readonly Violation[];

	readonly retryAfterMs: number | undefined;

	readonly isPage: boolean;

	readonly namesSubject: boolean;

	constructor(details: ErrorDetails) {
		super(details.message);
		this.description = details.description;
		this.outcome = details.outcome;
		this.status = details.status ?? 0;
		this.serviceMessage = details.serviceMessage ?? '';
		this.violations = Object.freeze([...(details.violations ?? [])]);
		this.retryAfterMs = details.retryAfterMs;
		this.isPage = details.isPage ?? false;
		this.namesSubject = details.namesSubject ?? true;
		Object.freeze(this);
	}

	/** The same failure in other words. A new message names what the request was about. */
	reworded(text: Partial<ErrorText>): ServiceError {
		const { message } = this;
		const namesSubject = this.namesSubject || text.message !== undefined;
		return new ServiceError({ ...this, message, ...text, namesSubject });
	}

	/** The same failure, with what the request was about in front of the message, unless that names it. */
	naming(subject: string): ServiceError {
		return this.namesSubject ? this : this.reworded({ message: `${subject}: ${this.message}` });
	}

	/** Whether there was no connection to the service, or what is before it says that it is down. */
	get isUnavailable(): boolean {
		return this.outcome === 'unsent' || [502, 503, 504].includes(this.status);
	}

	/** Whether it is about the service alone: it answered not at all, or with a failure of its own. */
	get isServiceFailure(): boolean {
		return this.isUnavailable || this.outcome === 'lost';
	}

	/** Whether the service says that what was asked for is not there. A gateway's page says nothing about it. */
	get isNotFound(): boolean {
		return (this.status === 404 || this.status === 410) && !this.isPage;
	}

	/** Whether what the request names cannot be used: it is not there, or is nothing of this kind (spec section 7). */
	get isAboutWhatWasNamed(): boolean {
		return [400, 404, 410, 422].includes(this.status);
	}

	/** Whether a refusal may be about the state of what is there already; spec section 7 does not say which status it has. */
	get mayBeConflict(): boolean {
		return [400, 409, 422].includes(this.status);
	}

	/** Whether the change may have been made although the request failed. */
	get isIndeterminate(): boolean {
		// A page is not the service's answer: a gateway may have sent it after the service did what it was asked. Not one that
		// asks for a key or for fewer requests: it comes before.
		const isGateways = this.isPage && this.status !== 401 && this.status !== 429;
		return (
			this.outcome === 'lost' || this.outcome === 'unreadable' || this.status >= 500 || isGateways
		);
	}
}

/** Whether an error is the service's word that what was asked for is not there. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.isNotFound;

/** Inside the transport, errors are returned instead of thrown; see docs/decisions. */
export type Result<Value> = Value | ServiceError;

/** @throws ServiceError when the result is one */
export function unwrap<Value>(result: Result<Value>): Value {
	if (result instanceof ServiceError) throw result;
	return result;
}

/** One value that the service does not accept (spec section 7, validation). */
export interface Violation {
	readonly propertyPath: string;
	readonly message: string;
	readonly code?: string;
}

/** The violations in the body of a 422 (spec section 7). Entries of another shape are left out. */
export function violationsOf(body: unknown): Violation[] {
	if (!isObject(body) || !Array.isArray(body.violations)) return [];
	return (body.violations as unknown[]).filter(isObject).flatMap((violation) => {
		const message = serviceText(violation.message);
		if (message === '') return [];
		const code = serviceText(violation.code);
		return [{ propertyPath: serviceText(violation.propertyPath), message, ...(code && { code }) }];
	});
}

/** Maximum length of a message, which is one line. */
const MAX_MESSAGE_LENGTH = 1_000;

/** Of a description: 10,000 characters with the marks that {@link forEditor} adds to its lines, and a note on the write. */
const MAX_DESCRIPTION_LENGTH = 8_500;
const MAX_DESCRIPTION_LINES = 100;

/** The text of anything that was thrown. n8n stores it whole, and may hold what the service or the workflow's data said. */
export function errorTextOf(error: unknown): ErrorText {
	if (!(error instanceof Error)) {
		return { message: truncate(String(error), MAX_MESSAGE_LENGTH), description: '' };
	}
	const description =
		'description' in error && typeof error.description === 'string' ? error.description : '';
	const lines = description.split('\n', MAX_DESCRIPTION_LINES).join('\n');
	return {
		message: truncate(error.message, MAX_MESSAGE_LENGTH),
		description: truncate(lines, MAX_DESCRIPTION_LENGTH),
	};
}

/**
 * A message that n8n does not take for the end of an execution that somebody stopped: for any error whose message contains
 * 'canceled' it starts no error workflow and shows the execution as canceled.
 */
const notCancellation = (message: string): string => message.replaceAll('canceled', 'cancelled');

/**
 * The error that n8n shows of a failed item, list or poll. A NodeApiError, because n8n wraps whatever is none in one and
 * changes its words on the way.
 *
 * @param text what it says; the text of `error` with whatever its caller adds
 * @param itemIndex the input item it belongs to
 */
export function toNodeError(
	node: INode,
	error: unknown,
	text: ErrorText = errorTextOf(error),
	itemIndex?: number,
): NodeApiError {
	const message = notCancellation(forEditor(oneLine(text.message)));
	// In one spelling with its message.
	const isRespelled = text.message.includes('canceled');
	const description = forEditor(isRespelled ? notCancellation(text.description) : text.description);
	const status = error instanceof ServiceError ? error.status : 0;
	const nodeError = new NodeApiError(
		node,
		// Nothing else: a response could repeat what was sent.
		{ message, status } as JsonObject,
		// httpCode, because not every version of n8n takes it from the status.
		{ message, description, ...(status > 0 && { httpCode: String(status) }) },
	);
	// n8n replaces a message that contains the name of a system error code, such as EACCES, by a text about that code; an
	// order may well be called SHOEACCESSORY-1.
	nodeError.message = message;
	nodeError.messages = [];
	if (error instanceof Error) nodeError.stack = error.stack;
	if (itemIndex !== undefined) nodeError.context.itemIndex = itemIndex;
	return nodeError;
}
