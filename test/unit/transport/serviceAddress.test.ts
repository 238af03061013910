import { UserError } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { serviceAddress } from '../../../nodes/PodFulfilment/transport/credential.ts';
import { expectNoSecret, expectPlainWords, refusedWith } from './wording.ts';

describe('serviceAddress, for the Base URL of the credential (section 1: every path begins with /api)', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['https://api.example.com/api', 'https://api.example.com'],
		['https://api.example.com/api/', 'https://api.example.com'],
		['https://api.example.com/api//', 'https://api.example.com'],
		['https://gateway.example.com/print//api', 'https://gateway.example.com/print'],
		['https://api.example.com:8443/api/', 'https://api.example.com:8443'],
		['https://gateway.example.com/print', 'https://gateway.example.com/print'],
		['https://gateway.example.com/print/', 'https://gateway.example.com/print'],
		['https://gateway.example.com/print/api', 'https://gateway.example.com/print'],
		['https://gateway.example.com/print/api/', 'https://gateway.example.com/print'],
		['https://gateway.example.com/myapi', 'https://gateway.example.com/myapi'],
		['https://gateway.example.com/api-v2', 'https://gateway.example.com/api-v2'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://203.0.113.7:4010', 'https://203.0.113.7:4010'],
		['https://[2001:db8::1]/api', 'https://[2001:db8::1]'],
		['api.example.com', 'https://api.example.com'],
		[' API.example.com/api/ ', 'https://api.example.com'],
		['api.example.com:8443', 'https://api.example.com:8443'],
		['gateway:8443/print', 'https://gateway:8443/print'],
		['203.0.113.7', 'https://203.0.113.7'],
		['localhost.example.com', 'https://localhost.example.com'],
		['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
	])('the Base URL %j is accepted as %s', (entered, address) => {
		expect(serviceAddress(entered)).toBe(address);
	});

	it.each([
		['http://localhost:4010', 'http://localhost:4010'],
		['http://LOCALHOST:4010/api/', 'http://localhost:4010'],
		['http://sandbox.localhost:4010', 'http://sandbox.localhost:4010'],
		['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
		['http://127.8.9.10', 'http://127.8.9.10'],
		['http://127.1:4010', 'http://127.0.0.1:4010'],
		['http://[::1]:4010/api', 'http://[::1]:4010'],
		['http://[0:0:0:0:0:0:0:1]:4010', 'http://[::1]:4010'],
		['localhost', 'http://localhost'],
		['LOCALHOST:4010/api', 'http://localhost:4010'],
		['sandbox.localhost:4010', 'http://sandbox.localhost:4010'],
		['127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['[::1]:4010/', 'http://[::1]:4010'],
	])('the Base URL %j is accepted without https, as it is this machine', (entered, address) => {
		expect(serviceAddress(entered)).toBe(address);
	});

	it.each([
		'http://api.example.com',
		'http://127.0.0.1.example.com',
		'http://127.example.com',
		'http://localhost.example.com',
		'http://notlocalhost',
		'http://0.0.0.0:4010',
		'http://128.0.0.1',
		'http://10.127.0.1',
		'http://[::2]',
		'http://[fe80::1]',
	])(
		'the Base URL %j is rejected without https, because the key could be read on its way',
		(entered) => {
			expect(refusedWith(() => serviceAddress(entered)).message).toContain('https://');
		},
	);

	it.each([
		['ftp://api.example.com', /https:\/\//],
		['ws://127.0.0.1:4010', /https:\/\//],
		['file:///etc/passwd', /https:\/\//],
		['javascript:alert(1)', /https:\/\//],
		['mailto:name@example.com', /https:\/\//],
		['user:hunter2@api.example.com', /https:\/\//],
		['user@api.example.com', /not a web address/],
		['gateway', /not a web address/],
		['api.example.com:99999', /not a web address/],
		['api.example.com\\@elsewhere.example', /not a web address/],
		['127.0.0.999:4010', /not a web address/],
		['//api.example.com', /not a web address/],
		['https://', /not a web address/],
		['https://api example.com', /not a web address/],
		['https://api.example.com:99999', /not a web address/],
		['', /empty/],
		['   ', /empty/],
		['https://api.example.com?key=1', /question mark/],
		['https://api.example.com/api#orders', /hash/],
		['https://user:password@api.example.com', /user name or password/],
		['https://user@api.example.com', /user name or password/],
		['https://:password@api.example.com', /user name or password/],
	])('the Base URL %j is rejected', (entered, what) => {
		expect(refusedWith(() => serviceAddress(entered)).message).toMatch(what);
	});

	it.each([undefined, null, 4010, true, {}, ['https://api.example.com']])(
		'the Base URL %j is rejected as empty',
		(entered) => {
			expect(refusedWith(() => serviceAddress(entered)).message).toContain('empty');
		},
	);

	it.each([
		'https://user:hunter2@api.example.com',
		'https://hunter2@api.example.com',
		'http://api.example.com/hunter2',
		'ftp://hunter2.example.com',
		'hunter2',
		'https://api.example.com/?token=hunter2',
		'https://api.example.com/#hunter2',
	])('the message does not repeat %j, which may contain a secret', (entered) => {
		let thrown: unknown;
		try {
			serviceAddress(entered);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBeInstanceOf(UserError);
		expectNoSecret(thrown, ['hunter2']);
		expectPlainWords(refusedWith(() => serviceAddress(entered)));
		expect((thrown as Error).message).toContain('Base URL');
	});
});
