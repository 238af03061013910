// The option 'Print File Hosts', and the print files of line properties that it refuses.

import { refuse } from '../../../input/checks';
import { trimmed } from '../../../input/guards';
import { quote, quotedList } from '../../../input/wording';
import { refuseFor } from '../../causes';

const FIELD = 'Options → Print File Hosts';

/** Begin of an entry that means all hosts below a name, but not the name itself. */
const BELOW = /^(\*)?\./;

/** Host with its port, as URLs have it: in lower case, IDNA encoded, without the port that is usual for https. */
function hostOf(entry: string): string | undefined {
	if (/[/?#@\\%\s*]/.test(entry)) return undefined;
	const address = `https://${entry}`;
	return URL.canParse(address) ? new URL(address).host : undefined;
}

/**
 * Reads the hosts from which print files of line properties may come, such as `files.example.com` and
 * `files.example.com:8443`; those that begin with a dot mean all hosts below it.
 */
export const printFileHostsOf = (value: unknown): string[] =>
	trimmed(value)
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '')
		.map((entry) => {
			const host = hostOf(entry.replace(BELOW, ''));
			if (host !== undefined) return BELOW.test(entry) ? `.${host}` : host;
			return refuse(
				FIELD,
				`contains ${quote(entry)}, which is not the name of a host`,
				'Enter names such as "files.example.com", or "*.example.com" for all hosts below it, separated by commas.',
			);
		});

/**
 * Host of an address as it is written there. Undefined where programs disagree about which host that is: with a user
 * name, a backslash, an escape, or characters that look like ASCII.
 */
function writtenHostOf(address: string): string | undefined {
	const isPlain = /^https?:\/\/[\w.:[\]-]+(?:[/?#]|$)/i.test(address.trim());
	return isPlain ? new URL(address).host : undefined;
}

/** Refuses a print file from another host than those that the user listed. An empty list allows any. */
export function checkPrintFileHost(url: string, hosts: readonly string[], field: string): void {
	if (hosts.length === 0) return;
	const host = writtenHostOf(url);
	const isListed = hosts.some((listed) =>
		listed.startsWith('.') ? host?.endsWith(listed) : host === listed,
	);
	if (isListed) return;
	const found = host ?? new URL(url).host;
	refuseFor(
		{ cause: 'otherHost', text: found },
		field,
		`is at ${quote(found)}, but print files of line properties may only come from ${quotedList(hosts.map((listed) => listed.replace(/^\./, '*.')))}`,
		'Customers can enter such properties too: check whose file it is. If it is the right one, add its host to the option "Print File Hosts".',
	);
}
