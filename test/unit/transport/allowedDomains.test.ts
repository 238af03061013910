import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { refuseEavesdropping } from '../../../nodes/PodFulfilment/transport/allow.ts';
import { expectPlainWords, refusedWith } from './wording.ts';

const ADDRESS = 'https://api.example.com';

const PROXY = { host: 'proxy.example', port: 3128 };
const BOTH = { proxy: PROXY, skipSslCertificateValidation: true };

const LIMITED: ICredentialDataDecryptedObject[] = [
	{ allowedHttpRequestDomains: 'none' },
	{ allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' },
];

describe('A proxy together with Ignore SSL Issues', () => {
	it.each(LIMITED)(
		'a proxy together with Ignore SSL Issues is refused when the credential is limited: %o',
		(limits) => {
			expect(() => refuseEavesdropping(limits, ADDRESS, BOTH)).toThrow(
				'Proxy and Ignore SSL Issues',
			);
		},
	);

	it.each<ICredentialDataDecryptedObject>([
		{},
		{ allowedHttpRequestDomains: '' },
		{ allowedHttpRequestDomains: 'all' },
	])(
		'a proxy together with Ignore SSL Issues is used when the credential is not limited: %o',
		(credential) => {
			expect(() => refuseEavesdropping(credential, ADDRESS, BOTH)).not.toThrow();
		},
	);
});

describe('One of the two alone', () => {
	it.each([
		{ proxy: PROXY, skipSslCertificateValidation: false },
		{ skipSslCertificateValidation: true },
	])('a proxy or Ignore SSL Issues alone is used with any credential: %o', (settings) => {
		for (const credential of LIMITED) {
			expect(() => refuseEavesdropping(credential, ADDRESS, settings)).not.toThrow();
		}
	});
});

describe('A proxy before an address without https', () => {
	const address = 'http://127.0.0.1:8080';

	it.each(LIMITED)(
		'a proxy before an address without https is refused when the credential is limited: %o',
		(limits) => {
			expect(() => refuseEavesdropping(limits, address, { proxy: PROXY })).toThrow('Proxy cannot');
		},
	);

	it('both refusals say what to do, and that nothing was sent', () => {
		const limits = LIMITED[0] ?? {};
		for (const [at, settings, advice] of [
			[ADDRESS, BOTH, 'Turn off Ignore SSL Issues or remove the Proxy'],
			[address, { proxy: PROXY }, 'Remove the Proxy'],
		] as const) {
			const refused = refusedWith(() => refuseEavesdropping(limits, at, settings));
			expect(refused.description).toContain(advice);
			expect(refused.description).toContain('Nothing was sent.');
			expectPlainWords(refused);
		}
	});

	it('an address without https is used when the credential is not limited, or without a proxy', () => {
		expect(() => refuseEavesdropping({}, address, { proxy: PROXY })).not.toThrow();
		expect(() => refuseEavesdropping(LIMITED[0] ?? {}, address, {})).not.toThrow();
	});
});
