// n8n's 'Allowed HTTP Request Domains': refuses a proxy that could read the key of a credential that is limited to some
// domains.

import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { RequestSettings } from './types';

/** Whether n8n's field 'Allowed HTTP Request Domains' limits where the credential may be sent. */
const isLimited = ({
	allowedHttpRequestDomains: domains,
}: ICredentialDataDecryptedObject): boolean =>
	domains !== undefined && domains !== '' && domains !== 'all';

/**
 * Refuses a proxy that could read the request, which needs 'Ignore SSL Issues' or an address without https, where the
 * credential is limited to some domains: whoever may edit the workflow, but not see the credential, could read its key at
 * a proxy of their own.
 *
 * @param address of the service
 * @throws UserError
 */
export function refuseEavesdropping(
	credential: ICredentialDataDecryptedObject,
	address: string,
	{ proxy, skipSslCertificateValidation }: RequestSettings,
): void {
	if (!proxy || !isLimited(credential)) return;
	if (skipSslCertificateValidation === true) {
		throw new UserError(
			'Proxy and Ignore SSL Issues cannot be used together with this credential',
			{
				description:
					'The credential may be sent to certain domains only, and with both options a proxy could read it. Turn off Ignore SSL Issues or remove the Proxy, under Request Options in the settings. Nothing was sent.',
			},
		);
	}
	if (!address.startsWith('https:')) {
		throw new UserError('Proxy cannot be used with this credential', {
			description:
				'The credential may be sent to certain domains only, and without https in its Base URL a proxy could read it. Remove the Proxy, under Request Options in the settings. Nothing was sent.',
		});
	}
}
