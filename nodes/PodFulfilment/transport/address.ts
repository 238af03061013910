import { UserError } from 'n8n-workflow';

const EXAMPLE = 'Enter the address of the service, for example https://api.example.com';

/** Hosts that answer on this machine only; the one case in which a key may travel without TLS. */
const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' ||
	hostname.endsWith('.localhost') ||
	hostname === '[::1]' ||
	/^127(\.\d{1,3}){3}$/.test(hostname);

const refuse = (message: string, description: string): never => {
	throw new UserError(message, { description });
};

/**
 * The address that every path of the service (spec section 1: all begin with `/api`) is put behind.
 *
 * @param baseUrl what the user entered in the credential; a trailing slash and a pasted `/api` are tolerated
 * @returns origin and path prefix without a trailing slash, e.g. `https://api.example.com`
 * @throws UserError when it is no web address, is not https (http is accepted for this machine only),
 *   or carries a user name, a query or a fragment. What was entered is not repeated: it may hold a secret.
 */
export function serviceAddress(baseUrl: unknown): string {
	const entered = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	if (entered === '') {
		return refuse('The Base URL in the credential is empty', `${EXAMPLE}.`);
	}
	if (!URL.canParse(entered)) {
		return refuse('The Base URL in the credential is not a web address', `${EXAMPLE}.`);
	}
	const url = new URL(entered);
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
	const prefix = url.pathname.replace(/\/+$/, '').replace(/\/api$/, '');
	return `${url.origin}${prefix.replace(/\/+$/, '')}`;
}
