import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { refuseEavesdropping } from '../../../nodes/PodFulfilment/transport/allowedDomains.ts';

const PROXY = { host: 'proxy.example', port: 3128 };
const BOTH = { proxy: PROXY, skipSslCertificateValidation: true };

const LIMITED: ICredentialDataDecryptedObject[] = [
	{ allowedHttpRequestDomains: 'none' },
	{ allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example.com' },
];

describe('A proxy together with Ignore SSL Issues', () => {
	it.each(LIMITED)('is refused where the credential is limited to some domains: %o', (limits) => {
		expect(() => refuseEavesdropping(limits, BOTH)).toThrow('Proxy and Ignore SSL Issues');
	});

	it.each<ICredentialDataDecryptedObject>([
		{},
		{ allowedHttpRequestDomains: '' },
		{ allowedHttpRequestDomains: 'all' },
	])('is used where the credential is not limited: %o', (credential) => {
		expect(() => refuseEavesdropping(credential, BOTH)).not.toThrow();
	});
});

describe('One of the two alone', () => {
	it.each([
		{ proxy: PROXY, skipSslCertificateValidation: false },
		{ skipSslCertificateValidation: true },
	])('is used with any credential: %o', (settings) => {
		for (const credential of LIMITED) {
			expect(() => refuseEavesdropping(credential, settings)).not.toThrow();
		}
	});
});
