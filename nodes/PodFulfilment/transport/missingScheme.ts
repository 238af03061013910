// Adds the scheme (http or https) that was left out of the credential's Base URL, in code and in expressions of n8n.

// A scheme is recognized by its `://`: `host:8443` looks like one that ends at the colon. Only plain host names get one:
// what has neither a dot nor a port may be a key that was pasted into the wrong field, and would be asked for in the DNS.
const THIS_MACHINE = String.raw`^(?=(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){1,3}|\[::1\])(?::\d+)?(?:\/|$))`;
const OTHER_HOST = String.raw`^(?=(?:[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+(?::\d+)?|[a-z\d-]{1,63}:\d+)(?:\/|$))`;

const startOfThisMachine = new RegExp(THIS_MACHINE, 'i');
const startOfOtherHost = new RegExp(OTHER_HOST, 'i');

/** Adds the scheme that the user left out of an address: http for this machine, https for any other host. */
export const withScheme = (address: string): string =>
	address.replace(startOfThisMachine, 'http://').replace(startOfOtherHost, 'https://');

/** Expression for the credential's Base URL with its scheme, see {@link withScheme}: for what n8n itself evaluates. */
export const BASE_URL_WITH_SCHEME = `($credentials.baseUrl || '').trim().replace(/${THIS_MACHINE}/i, 'http://').replace(/${OTHER_HOST}/i, 'https://')`;
