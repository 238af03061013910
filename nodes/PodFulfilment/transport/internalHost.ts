// Whether a host is this machine or in a private network: ranges of IP addresses, and endings of names.

/** A number in place of an IPv4 address. */
const ipv4Number = (address: string): number =>
	address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0);

/** Ranges that n8n's own protection knows, and those of carriers (100.64), of Azure's hosts (168.63.129.16), of relays, groups and no one. */
const INTERNAL_IPV4_RANGES = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'168.63.129.16/32',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.88.99.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/3',
].map((range) => {
	const [address = '', prefixLength] = range.split('/');
	return { first: ipv4Number(address), size: 2 ** (32 - Number(prefixLength)) };
});

function isInternalIpv4(address: string): boolean {
	const number = ipv4Number(address);
	return INTERNAL_IPV4_RANGES.some(({ first, size }) => number >= first && number < first + size);
}

/**
 * Whatever is not in 2000::/3, and what is not public there: Teredo, 6to4 and documentation. Forms with an IPv4 address
 * inside, such as `::ffff:127.0.0.1`, count as internal whichever address it is: no server is named by them.
 */
function isInternalIpv6(address: string): boolean {
	const [first = 0, second = 0] = address
		.split(':')
		.map((group) => (group === '' ? 0 : Number.parseInt(group, 16)));
	if (first < 0x2000 || first >= 0x3fff || first === 0x2002) return true;
	return first === 0x2001 && (second < 0x200 || second === 0xdb8);
}

/** Endings of names of the same machine or network: reserved ones, and those that routers, clusters and companies use. */
const INTERNAL_ENDINGS = [
	'.localhost',
	'.localdomain',
	'.local',
	'.internal',
	'.intranet',
	'.private',
	'.corp',
	'.home',
	'.home.arpa',
	'.lan',
	'.fritz.box',
	'.svc',
];

/**
 * Whether a host is this machine or in a private network, as far as its name or IP address says so: not where a public name
 * resolves to a private address, which only n8n can see.
 *
 * @param hostname of a URL, which writes each IP address in one form: `http://2130706433/` has the hostname `127.0.0.1`
 */
export function isInternalHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isInternalIpv6(hostname.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(hostname)) return isInternalIpv4(hostname);
	let end = hostname.length;
	while (hostname[end - 1] === '.') end -= 1;
	const name = hostname.slice(0, end);
	// A name without a dot, such as that of a container, is known in its own network alone.
	return !name.includes('.') || INTERNAL_ENDINGS.some((ending) => `.${name}`.endsWith(ending));
}
