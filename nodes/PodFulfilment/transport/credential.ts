// The credential: its name in code and in messages, the address of the service (Base URL), and what its secrets cannot be:
// empty, too long, with the word Bearer, quotation marks, or characters that a header cannot have. Also the secrets in the
// field Signing Secret.

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { refuse } from '../input/checks';
import { trimmed } from '../input/text';
import { withoutEnd } from '../input/wording';
import type { Caller } from './types';

/** Name of the credential type that all nodes use. */
export const CREDENTIAL = 'podFulfilmentApi';

/** The credential's name as the user gave it, for messages that say what to check. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.[CREDENTIAL]?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};

/** Longer than any token: most servers take no header of 8,000 characters. */
const MAX_SECRET_LENGTH = 4_000;

const COPY_AGAIN = 'Copy the value from your provider again.';

/** What is pasted with a key out of an example for curl, such as 'Authorization: Bearer …'. */
const HEADER_WORD = /^(bearer|authorization)$|\b(bearer|authorization)[\s:=]/i;

const QUOTATION_MARK = /^["'`“”‘’„‚«»]|["'`“”‘’„‚«»]$/;

/** A character that no bearer token has (RFC 6750, section 2.1), and that mostly cannot be sent. */
const UNSENDABLE = /[^\x21-\x7e]/;

function characterName(character: string): string {
	if (/[\r\n]/.test(character)) return 'a line break';
	return character.trim() === '' ? 'a space' : 'a character that no key has';
}

/**
 * What was pasted around a key is refused, not removed: then the key that is sent is always the text that was entered,
 * for the credential test and n8n's own nodes too, and its removal from texts finds it.
 */
function refuseUnusableKey(key: string): void {
	if (key === '') {
		refuse(
			'The API Key in the credential',
			'is empty',
			'Enter a key of your account, which your provider shows when you create it.',
		);
	}
	const [, word, wordInside = word] = HEADER_WORD.exec(key) ?? [];
	if (wordInside !== undefined) {
		refuse(
			'The API Key in the credential',
			`contains the word "${/^b/i.test(wordInside) ? 'Bearer' : 'Authorization'}"`,
			'Enter the key alone, without the words in front of it: they are added when it is sent.',
		);
	}
	if (QUOTATION_MARK.test(key)) {
		refuse(
			'The API Key in the credential',
			'is in quotation marks',
			'Enter the key alone, without the marks.',
		);
	}
	const [character] = UNSENDABLE.exec(key) ?? [];
	if (character !== undefined) {
		refuse(
			'The API Key in the credential',
			`contains ${characterName(character)}`,
			`Enter the key alone, in one piece. ${COPY_AGAIN}`,
		);
	}
}

/**
 * Refuses secrets that cannot be any, such as a file that was pasted, or what an expression returned.
 *
 * @throws UserError that does not repeat what was entered
 */
export function refuseUnusableSecrets({
	apiKey,
	signingSecret,
}: ICredentialDataDecryptedObject): void {
	for (const [label, value] of [
		['API Key', apiKey],
		['Signing Secret', signingSecret],
	] as const) {
		if (value === undefined || value === null) continue;
		if (typeof value !== 'string') {
			refuse(
				`The ${label} in the credential`,
				'is not a text',
				`If the field holds an expression, check what it returns. ${COPY_AGAIN}`,
			);
		}
		if (value.trim().length > MAX_SECRET_LENGTH) {
			refuse(
				`The ${label} in the credential`,
				'is too long',
				`It has more than ${MAX_SECRET_LENGTH} characters, so something else was pasted. ${COPY_AGAIN}`,
			);
		}
	}
	refuseUnusableKey(trimmed(apiKey));
}

/**
 * What the field Signing Secret may hold: one secret, or during a rotation the new and the old one, separated by a comma or a
 * line break. A secret may itself contain a comma, so the whole text and each whole line count as secrets too.
 *
 * @returns the whole text first; whoever uses the others decides which are long enough
 */
export function partsOfSigningSecret(signingSecret: unknown): string[] {
	const whole = trimmed(signingSecret);
	const parts = [whole, ...whole.split(/[\r\n]/), ...whole.split(/[,\r\n]/)];
	return [...new Set(parts.map((part) => part.trim()))].filter((part) => part !== '');
}

// A scheme is recognized by its `://`: `host:8443` looks like one that ends at the colon. Only plain host names get one:
// what has neither a dot nor a port may be a key that was pasted into the wrong field, and would be asked for in the DNS.
const THIS_MACHINE = String.raw`^(?=(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){1,3}|\[::1\])(?::\d+)?(?:\/|$))`;
const OTHER_HOST = String.raw`^(?=(?:[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+(?::\d+)?|[a-z\d-]{1,63}:\d+)(?:\/|$))`;

const startOfThisMachine = new RegExp(THIS_MACHINE, 'i');
const startOfOtherHost = new RegExp(OTHER_HOST, 'i');

/** Adds the scheme that the user left out of an address: http for this machine, https for any other host. */
const withScheme = (address: string): string =>
	address.replace(startOfThisMachine, 'http://').replace(startOfOtherHost, 'https://');

/** Expression for the credential's Base URL with its scheme, see {@link withScheme}: for what n8n itself evaluates. */
export const BASE_URL_WITH_SCHEME = `($credentials.baseUrl || '').trim().replace(/${THIS_MACHINE}/i, 'http://').replace(/${OTHER_HOST}/i, 'https://')`;

/** Whether the host is this machine: the only case in which the key may be sent without TLS. */
const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' ||
	hostname.endsWith('.localhost') ||
	hostname === '[::1]' ||
	/^127(\.\d{1,3}){3}$/.test(hostname);

/** Far beyond any address; what is longer was pasted by mistake, or to keep n8n busy. */
const MAX_LENGTH = 2_000;

const EXAMPLE = 'Enter the address of the service, for example https://api.example.com.';

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
	const entered = trimmed(baseUrl);
	if (entered === '') refuse('The Base URL in the credential', 'is empty', EXAMPLE);
	const address = entered.length > MAX_LENGTH ? '' : withScheme(entered);
	if (!URL.canParse(address)) {
		refuse('The Base URL in the credential', 'is not a web address', EXAMPLE);
	}
	const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(
		address,
	);
	if (protocol !== 'https:' && protocol !== 'http:') {
		refuse('The Base URL in the credential', 'has to begin with https://', EXAMPLE);
	}
	if (protocol === 'http:' && !isLoopback(hostname)) {
		refuse(
			'The Base URL in the credential',
			'has to begin with https://',
			'Without https the API key could be read on its way. http is accepted only for a service on this machine, for example http://127.0.0.1:4010.',
		);
	}
	if (username !== '' || password !== '') {
		refuse(
			'The Base URL in the credential',
			'contains a user name or password',
			'Remove the part before the @ sign. The API key goes into its own field.',
		);
	}
	if (search !== '' || hash !== '') {
		refuse(
			'The Base URL in the credential',
			'contains a question mark or hash sign',
			'Remove everything from the ? or # on.',
		);
	}
	const prefix = withoutEnd(pathname, /\//).replace(/\/api$/, '');
	return `${origin}${withoutEnd(prefix, /\//)}`;
}
