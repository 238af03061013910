import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { serviceAddress } from './address';
import { CONCURRENCY, MAX_ATTEMPTS, MAX_WAIT_SECONDS } from './limits';
import { pageElsewhere, unexpectedShape } from './lostAnswer';
import { membersOf, nextPagePath, ownPaths } from './pages';
import { ServiceRefusal } from './refusal';
import { sendRepeatedly, Waits, type Attempts } from './repeat';
import { Run } from './run';
import { send } from './send';
import type { Caller, Patience, RequestSettings, ServiceAnswer, ServiceRequest } from './types';
import { isObject, text } from '../values';

/** An answer that is one JSON object, with its headers (names in lower case). */
export interface ObjectAnswer {
	object: IDataObject;
	headers: Record<string, string>;
}

/** A page of a collection, with what came in its headers and the path of the page that follows. */
export interface Page {
	members: IDataObject[];
	headers: Record<string, string>;
	next?: string;
}

/** The one door to the service: nothing outside this folder sends a request. */
export interface Service {
	/** The run that this door belongs to; what is remembered for a run is kept by it. */
	run: Run;
	/** Tells accounts apart: a credential may hold expressions, and the items of one run go to several. Holds the key. */
	account: string;
	/**
	 * Sends a request whose answer may be empty.
	 * @throws ServiceRefusal when there is no success
	 */
	send(request: ServiceRequest): Promise<ServiceAnswer>;
	/**
	 * Sends a request whose answer has to be one of the service's resources.
	 * @throws ServiceRefusal when there is no success, or the answer is something else
	 */
	sendForObject(request: ServiceRequest): Promise<ObjectAnswer>;
	/** As {@link Service.sendForObject}, but hands a refusal back, for callers that act on it. */
	attempt(request: ServiceRequest): Promise<ObjectAnswer | ServiceRefusal>;
	/**
	 * Sends a change that must not be made twice. Where it is not known whether it was made, `look` finds out: what it
	 * hands back is the result, and only when it finds nothing the change is sent again.
	 *
	 * @returns what the service answered or `look` found, or the refusal that was the last
	 */
	sendOnce<Found>(
		request: ServiceRequest,
		look: () => Promise<Found | undefined>,
	): Promise<ServiceAnswer | { found: Found } | ServiceRefusal>;
	/** Reads a collection page by page; ends after the last page, or when the caller stops asking. */
	pages(request: ServiceRequest): AsyncGenerator<Page, void, void>;
}

export const DEFAULT_PATIENCE: Patience = {
	concurrency: CONCURRENCY.default,
	maxAttempts: MAX_ATTEMPTS.default,
	maxWaitSeconds: MAX_WAIT_SECONDS.default,
};

/** Whatever the service hands out has an ID (spec section 2); without it, the rest is not to be trusted either. */
const isResource = (body: unknown): body is IDataObject =>
	isObject(body) && (text(body.id) !== '' || typeof body.id === 'number');

function answered<Answer>(outcome: Answer | ServiceRefusal): Answer {
	if (outcome instanceof ServiceRefusal) throw outcome;
	return outcome;
}

/**
 * Opens the door for one caller.
 *
 * @param credential as n8n hands it to the caller, expressions resolved
 * @param settings n8n's request options, applied to each request
 * @param patience how many requests at once, how often, and for how long
 * @param run what the caller shares with the other items of its run; a list of the editor is a run of its own
 * @throws UserError when the credential's Base URL cannot be used; nothing has been sent then
 */
export function openService(
	caller: Caller,
	credential: ICredentialDataDecryptedObject,
	settings: RequestSettings = {},
	patience: Patience = DEFAULT_PATIENCE,
	run: Run = new Run(patience.concurrency),
): Service {
	const address = serviceAddress(credential.baseUrl);
	const waits = new Waits(run, patience);

	const sendRequest = async (
		request: ServiceRequest,
		attempts?: Attempts,
	): Promise<ServiceAnswer | ServiceRefusal> => {
		// Without the slash, a path such as `@elsewhere.example` would become part of the host.
		if (!request.path.startsWith('/')) throw new RangeError(`No path: ${request.path}`);
		return await sendRepeatedly(
			request,
			run,
			waits,
			async () => await send(caller, address, request, settings, credential),
			attempts,
		);
	};

	const attempt = async (request: ServiceRequest): Promise<ObjectAnswer | ServiceRefusal> => {
		const answer = await sendRequest(request);
		if (answer instanceof ServiceRefusal) return answer;
		return isResource(answer.body)
			? { object: answer.body, headers: answer.headers }
			: unexpectedShape(caller, address, request, 'one JSON object that has an ID');
	};

	return {
		run,

		account: `${address} ${text(credential.apiKey)}`,

		attempt,

		async send(request) {
			return answered(await sendRequest(request));
		},

		async sendForObject(request) {
			return answered(await attempt(request));
		},

		async sendOnce(request, look) {
			const attempts: Attempts = { made: 0 };
			let isInDoubt = false;
			for (;;) {
				const outcome = await sendRequest({ ...request, repeat: 'whenNotDone' }, attempts);
				if (!(outcome instanceof ServiceRefusal)) return outcome;
				// One that was given up as lost may be done late, and is then why the next one is refused.
				isInDoubt ||= outcome.isUnknown;
				if (!isInDoubt) return outcome;
				const found = await look();
				if (found !== undefined) return { found };
				if (!outcome.isUnknown || !outcome.mayPass) return outcome;
				if (!(await waits.before(attempts.made + 1, outcome))) return outcome;
			}
		},

		async *pages(request) {
			const seen = new Set<string>();
			let page: ServiceRequest | undefined = request;
			while (page) {
				const answer: ServiceAnswer = answered(await sendRequest(page));
				const members = membersOf(answer.body);
				if (!members?.every(isResource)) {
					throw unexpectedShape(caller, address, page, 'a list of objects that have an ID');
				}
				for (const path of ownPaths(answer.body, page.path, address)) seen.add(path);
				let next: string | undefined;
				try {
					next = nextPagePath(answer.body, `${address}${page.path}`, address);
				} catch {
					throw pageElsewhere(caller, request);
				}
				yield { members, headers: answer.headers, ...(next && { next }) };
				// Pages that link back to each other would never end.
				page = next === undefined || seen.has(next) ? undefined : { ...request, path: next };
			}
		},
	};
}
