// Parses the address of somebody else. Nothing else does (but for those of the owner): the parser takes the square of the
// length of a host in other letters than ASCII, 6 ms for 2,000 of them, and each print file of a line may have such a host.

/** Of a host's name, and of what is between its dots (RFC 1035); one in other letters becomes longer still. */
const MAX_HOST_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

/** What separates the labels of a host, in ASCII and in East Asian scripts. */
const DOTS = /[.\u3002\uFF0E\uFF61]/;

/** Whether a host is in other letters than ASCII, or encoded, and longer than any. */
const isEndless = (host: string): boolean =>
	/[^ -~]|%/.test(host) &&
	(host.length > MAX_HOST_LENGTH ||
		host.split(DOTS).some(({ length }) => length > MAX_LABEL_LENGTH));

/**
 * @param base what a relative one is relative to
 * @returns undefined for what is none, and for one whose host no DNS has
 */
export function urlOf(address: string, base?: string): URL | undefined {
	// The parser leaves these out. The host is behind the first slashes, or before them where there are none.
	const [, first = '', host = ''] =
		/^([^/\\?#]*)[/\\]*([^/\\?#]*)/.exec(address.replaceAll(/[\t\r\n]/g, '')) ?? [];
	const parts = [first, host].map((part) => part.slice(part.lastIndexOf('@') + 1));
	if (parts.some(isEndless) || !URL.canParse(address, base)) return undefined;
	return new URL(address, base);
}
