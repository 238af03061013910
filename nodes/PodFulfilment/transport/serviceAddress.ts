// Checks the Base URL of the credential, and refuses one that cannot be used: no web address, http to any machine but
// this one (loopback), a user name, a query. Removes the slashes and `/api` at its end.

import { UserError } from 'n8n-workflow';

import { withScheme } from './missingScheme';

const EXAMPLE = 'Enter the address of the service, for example https://api.example.com';

/** Whether the host is this machine: the only case in which the key may be sent without TLS. */
const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' ||
	hostname.endsWith('.localhost') ||
	hostname === '[::1]' ||
	/^127(\.\d{1,3}){3}$/.test(hostname);

/** Far beyond any address; what is longer was pasted by mistake, or to keep n8n busy. */
const MAX_LENGTH = 2_000;

const refuse = (message: string, description: string): never => {
	throw new UserError(message, { description });
};

/** A path without the slashes at its end. */
function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

/**
 * Checks and normalizes the credential's Base URL. All paths of the service (spec section 1: they begin with `/api`)
 * are appended to the result.
 *
 * @param baseUrl as entered by the user; a trailing slash, a pasted `/api` and a missing scheme are accepted
 * @returns origin and path prefix without a trailing slash, e.g. `https://api.example.com`
 * @throws UserError when it is no web address, is not https (http is accepted for this machine only), or contains a
 *   user name, a query or a fragment. The message does not repeat what was entered: it may contain a secret.
 */
export function serviceAddress(baseUrl: unknown): string {
	const entered = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	if (entered === '') {
		return refuse('The Base URL in the credential is empty', `${EXAMPLE}.`);
	}
	const address = entered.length > MAX_LENGTH ? '' : withScheme(entered);
	if (!URL.canParse(address)) {
		return refuse('The Base URL in the credential is not a web address', `${EXAMPLE}.`);
	}
	const url = new URL(address);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return refuse('The Base URL in the credential has to begin with https://', `${EXAMPLE}.`);
	}
	if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
		return refuse(
			'The Base URL in the credential has to begin with https://',
			'Without https the API key could be read on its way. http is accepted only for a service on this machine, for example http://127.0.0.1:4010.',
		);
	}
	if (url.username !== '' || url.password !== '') {
		return refuse(
			'The Base URL in the credential contains a user name or password',
			'Remove the part before the @ sign. The API key goes into its own field.',
		);
	}
	if (url.search !== '' || url.hash !== '') {
		return refuse(
			'The Base URL in the credential contains a question mark or hash sign',
			'Remove everything from the ? or # on.',
		);
	}
	const prefix = withoutSlashes(withoutSlashes(url.pathname).replace(/\/api$/, ''));
	return `${url.origin}${prefix}`;
}
