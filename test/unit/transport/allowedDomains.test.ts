import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { refuseEavesdropping } from '../../../nodes/PodFulfilment/transport/allowedDomains.ts';

const ADDRESS = 'https://api.example.com';

const PROXY = { host: 'proxy.example', port: 3128 };
const BOTH = { proxy: PROXY, skipSslCertificateValidation: true };

const LIMITED: ICredentialDataDecryptedObject[] = [
	{ allowedHttpRequestDomains: 'none' },
	{ allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' },
];

describe('A proxy together with Ignore SSL Issues', () => {
	it.each(LIMITED)('is refused where the credential is limited to some domains: %o', (limits) => {
		expect(() => refuseEavesdropping(limits, ADDRESS, BOTH)).toThrow('Proxy and Ignore SSL Issues');
	});

	it.each<ICredentialDataDecryptedObject>([
		{},
		{ allowedHttpRequestDomains: '' },
		{ allowedHttpRequestDomains: 'all' },
	])('is used where the credential is not limited: %o', (credential) => {
		expect(() => refuseEavesdropping(credential, ADDRESS, BOTH)).not.toThrow();
	});
});

describe('One of the two alone', () => {
	it.each([
		{ proxy: PROXY, skipSslCertificateValidation: false },
		{ skipSslCertificateValidation: true },
	])('is used with any credential: %o', (settings) => {
		for (const credential of LIMITED) {
			expect(() => refuseEavesdropping(credential, ADDRESS, settings)).not.toThrow();
		}
	});
});

describe('A proxy before an address without https', () => {
	const address = 'http://127.0.0.1:8080';

	it.each(LIMITED)('is refused where the credential is limited to some domains: %o', (limits) => {
		expect(() => refuseEavesdropping(limits, address, { proxy: PROXY })).toThrow('Proxy cannot');
	});

	it('is used where the credential is not limited, and none is needed', () => {
		expect(() => refuseEavesdropping({}, address, { proxy: PROXY })).not.toThrow();
		expect(() => refuseEavesdropping(LIMITED[0] ?? {}, address, {})).not.toThrow();
	});
});
