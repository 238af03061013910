import { describe, expect, it } from 'vitest';

import {
	checkPrintFileHost,
	printFileHostsOf,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/printFileProperty.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';

describe('The option Print File Hosts', () => {
	it.each<[unknown, string[]]>([
		['', []],
		[undefined, []],
		[' , ', []],
		['files.example.com', ['files.example.com']],
		[' Files.Example.com ,cdn.example.net', ['files.example.com', 'cdn.example.net']],
		['files.example.com:8443', ['files.example.com:8443']],
		['files.example.com:443', ['files.example.com']],
		['*.example.com', ['.example.com']],
		['.example.com', ['.example.com']],
		['*.Example.com:8443', ['.example.com:8443']],
		['bücher.example', ['xn--bcher-kva.example']],
	])('%j lists %j', (value, expected) => {
		expect(printFileHostsOf(value)).toEqual(expected);
	});

	it.each([
		...['https://files.example.com', 'files.example.com/art', 'files.example.com?x', 'a.example#x'],
		...['user@files.example.com', 'files\\example.com', 'files%2eexample.com', 'two hosts.example'],
		...[
			'files.*.example.com',
			'*',
			'*.',
			'**.example.com',
			'*example.com',
			'files.example.com:port',
		],
	])('%j is refused, since it is the name of no host', (entry) => {
		const refused = refusedWith(() => printFileHostsOf(`cdn.example.net, ${entry}`));
		expect(refused.message).toBe(
			`Options → Print File Hosts contains ${JSON.stringify(entry)}, which is not the name of a host`,
		);
		expectPlainWords(refused);
	});
});

describe('A print file of a line property', () => {
	const check = (url: string, listed: string) => () => {
		checkPrintFileHost(url, printFileHostsOf(listed), 'Line 1 → Property "Print file"');
	};

	it.each([
		['https://elsewhere.example/a.png', ''],
		['https://files.example.com/a.png', 'files.example.com'],
		['https://FILES.example.com/a.png', 'files.example.com'],
		['HTTPS://files.example.com/a.png', 'files.example.com'],
		[' https://files.example.com/a.png', 'files.example.com'],
		['https://[2001:db8::1]:8443/a.png', '[2001:db8::1]:8443'],
		['http://files.example.com/a.png', 'files.example.com'],
		['https://files.example.com:443/a.png', 'files.example.com'],
		['https://files.example.com:8443/a.png', 'files.example.com:8443'],
		['https://files.example.com?id=7', 'cdn.example.net, files.example.com'],
		['https://files.example.com/a.png', '*.example.com'],
		['https://eu.files.example.com/a.png', '.example.com'],
		['https://eu.example.com:8443/a.png', '*.example.com:8443'],
		['https://xn--bcher-kva.example/a.png', 'bücher.example'],
	])('may come from a host that is listed: %s with %j', (url, listed) => {
		expect(check(url, listed)).not.toThrow();
	});

	it.each([
		['https://elsewhere.example/a.png', 'files.example.com', 'elsewhere.example'],
		// One name within another.
		['https://evilfiles.example.com/a.png', 'files.example.com', 'evilfiles.example.com'],
		['https://eu.files.example.com/a.png', 'files.example.com', 'eu.files.example.com'],
		[
			'https://files.example.com.elsewhere.example/a.png',
			'files.example.com',
			'files.example.com.elsewhere.example',
		],
		['https://example.com/a.png', '*.example.com', 'example.com'],
		['https://evilexample.com/a.png', '*.example.com', 'evilexample.com'],
		[
			'https://files.example.com.elsewhere.example/a.png',
			'*.example.com',
			'files.example.com.elsewhere.example',
		],
		['https://files.example.com:8443/a.png', 'files.example.com', 'files.example.com:8443'],
		['https://eu.example.com:8443/a.png', '*.example.com', 'eu.example.com:8443'],
		['https://files.example.com/a.png', 'files.example.com:8443', 'files.example.com'],
		// Addresses of which programs read different hosts.
		[
			'https://elsewhere.example@files.example.com/?to=https://files.example.com/a.png',
			'files.example.com',
			'files.example.com',
		],
		['https://files.example.com@elsewhere.example/a.png', 'files.example.com', 'elsewhere.example'],
		['https://elsewhere.example@files.example.com/a.png', '*.example.com', 'files.example.com'],
		['https://files%2eexample.com/a.png', 'files.example.com', 'files.example.com'],
		['https://elsewhere.example\\.example.com/a.png', '*.example.com', 'elsewhere.example'],
		['https://ｆiles.example.com/a.png', '*.example.com', 'files.example.com'],
	])('stops the order from any other: %s with %j', (url, listed, host) => {
		const refused = refusedWith(check(url, listed));
		expect(refused.message).toBe(
			`Line 1 → Property "Print file" is at "${host}", but print files of line properties may only come from "${listed}"`,
		);
		expectPlainWords(refused);
	});

	it('from any other names all hosts that are listed, as the user enters them', () => {
		const refused = refusedWith(check('https://elsewhere.example/a.png', 'a.example, .b.example'));
		expect(refused.message).toMatch(/only come from "a\.example", "\*\.b\.example"$/);
	});
});
