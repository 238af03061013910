// Why a delivery starts no workflow (header, signature, age, body, filter, order that cannot be read), in words for the
// user who listens in the editor, and for n8n's log.

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ownValue } from '../../input/objects';
import { quote } from '../../input/wording';
import { eventNameOf } from '../events';
import type { FilteredBy } from '../eventFilters';
import { filters } from '../parameters';
import type { Rejection, RequestHeaders } from './signature';

const UNITS: ReadonlyArray<[seconds: number, name: string]> = [
	[86_400, 'day'],
	[3_600, 'hour'],
	[60, 'minute'],
	[1, 'second'],
];

/** Formats a time span in its two largest units, such as '21 minutes and 40 seconds'. */
export function timeSpan(milliseconds: number): string {
	let rest = Math.max(1, Math.round(milliseconds / 1000));
	const parts = UNITS.map(([seconds, name]) => {
		const count = Math.floor(rest / seconds);
		rest %= seconds;
		return { count, text: `${count} ${name}${count === 1 ? '' : 's'}` };
	});
	const first = parts.findIndex(({ count }) => count > 0);
	return parts
		.slice(first, first + 2)
		.filter(({ count }) => count > 0)
		.map(({ text }) => text)
		.join(' and ');
}

/** Why a delivery starts no workflow, for the user who listens for a test event. Never sent to the caller. */
export interface Explanation {
	message: string;
	description: string;
}

/** Matches the name of one of the service's headers, with its brand. */
const BRAND = /^x-([a-z0-9-]{1,40})-request-(?:signature|timestamp)$/i;

const brandIn = (header: string): string | undefined => BRAND.exec(header)?.[1]?.toLowerCase();

/** Explains that a header of the service is missing or invalid. */
function explainHeader(expected: string, content: string, headers: RequestHeaders): Explanation {
	const names = Object.keys(headers).filter((name) => ownValue(headers, name) !== undefined);
	if (names.some((name) => name.toLowerCase() === expected.toLowerCase())) {
		return {
			message: `The header ${expected} does not contain a ${content}`,
			description: `Your provider sends one ${content} with each delivery. This call of the test URL may come from somebody else, or was changed on its way. Listen again.`,
		};
	}
	const brands = new Set(names.map(brandIn));
	brands.delete(undefined);
	brands.delete(brandIn(expected));
	const [other] = brands;
	return {
		message: `The delivery has no header ${expected}`,
		description:
			other !== undefined && brands.size === 1
				? `It has headers that begin with X-${other}- instead. If these are your provider's, enter ${other} as Header Brand in the credential, and listen again.`
				: 'The name contains the Header Brand of the credential. If the header names of your provider differ, change it there. This call of the test URL may also come from somebody else. Listen again.',
	};
}

function explainAge(ageMs: number, toleranceSeconds: number): Explanation {
	const age = timeSpan(Math.abs(ageMs));
	const excess = timeSpan(Math.abs(ageMs) - toleranceSeconds * 1000);
	const setting = `Tolerance (Seconds) under Options says how far a timestamp may be from the current time; it is ${toleranceSeconds}.`;
	return ageMs > 0
		? {
				message: `The delivery is ${age} old, ${excess} more than the tolerance`,
				description: `Its signature matches. If it was recorded or sent again, trigger a new event, and listen again. If it was sent just now, the clock of the n8n server is wrong. ${setting}`,
			}
		: {
				message: `The timestamp of the delivery is ${age} ahead, ${excess} more than the tolerance`,
				description: `Its signature matches. Compare the clock of the n8n server with the correct time, and listen again. ${setting}`,
			};
}

/**
 * Explains that the order of an event could not be read, or lags behind the event, and that the service will retry the
 * delivery.
 */
export const explainRetryLater = (currentError: string, isLagging: boolean): Explanation => ({
	message: isLagging
		? 'The order of this event is not up to date yet'
		: 'The order of this event could not be read at the moment',
	description: `${currentError}. Add Current Order requires ${isLagging ? 'the order as it is now' : 'it'}. The service was asked to send the event again: listen again, and wait for it.`,
});

/** Explains why the signature check rejected a delivery. Contains neither a secret nor a signature. */
export function explainRejection(
	rejection: Rejection,
	headers: RequestHeaders,
	toleranceSeconds: number,
): Explanation {
	switch (rejection.reason) {
		case 'no secret':
			return {
				message: 'The credential has no signing secret',
				description:
					'Without it, a real delivery cannot be told from a forged one. Turn on Use the Webhook Trigger in the credential, copy the secret from the webhook settings of your provider into the field Signing Secret, and listen again.',
			};
		case 'no raw body':
			return {
				message: 'The body of the delivery could not be checked',
				description:
					'The signature covers the body as it was sent, but n8n does not keep that of a form with files. Your provider sends JSON: this call of the test URL may come from somebody else. Listen again.',
			};
		case 'no signature':
			return explainHeader(rejection.header, 'signature', headers);
		case 'no timestamp':
			return explainHeader(rejection.header, 'timestamp', headers);
		case 'wrong signature':
			return {
				message: 'The signature of the delivery does not match',
				description:
					'Most likely, the Signing Secret in the credential differs from the one in the webhook settings of your provider: copy it from there again, and listen again. A proxy that changes the body has the same effect, and so does a call that is not from your provider.',
			};
		case 'outside the tolerance':
			return explainAge(rejection.ageMs, toleranceSeconds);
	}
}

/** Explains that a signed body is not an event. */
export const INVALID_BODY: Explanation = {
	message: 'The body of the delivery is not an event of the service',
	description:
		'Its signature matches, but an event is a JSON object with type and data, of at most 2 MB. If the test delivery of your provider is something else, trigger a real event instead, and listen again.',
};

/** Labels of a filter and of a status in it. */
function filterLabels(name: string, status: unknown): { filter: string; status: string } {
	const filter = (filters.options as INodeProperties[]).find((option) => option.name === name);
	const options = (filter?.options ?? []) as INodePropertyOptions[];
	return {
		filter: filter?.displayName ?? name,
		status: options.find(({ value }) => value === status)?.name ?? quote(status),
	};
}

/**
 * Explains why a genuine event does not start the workflow.
 *
 * @param silence how long further events of this kind are acknowledged without an explanation, such as '10 minutes'
 */
export function explainFilter(type: string, filteredBy: FilteredBy, silence: string): Explanation {
	const name = eventNameOf(type);
	const again = `To wait for another event, listen again: for ${silence}, further events like this one are acknowledged and do not stop the listening.`;
	if (filteredBy.by === 'events') {
		return {
			message: `${name ?? `The event ${quote(type)}`} is not one of the chosen events`,
			description: `The delivery is genuine, but this node does not start the workflow for it. If it should, choose ${name ?? 'Any Other Event'} under Events. ${again}`,
		};
	}
	const { filter, status } = filterLabels(filteredBy.by, filteredBy.status);
	return {
		message:
			filteredBy.status === undefined
				? `The event has no status, which the filter ${filter} requires`
				: `The status ${status} is not in the filter ${filter}`,
		description: `The event ${name} arrived and is genuine, but this filter keeps it from starting the workflow. If it should, change the filter. ${again}`,
	};
}
