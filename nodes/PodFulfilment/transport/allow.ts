// What the credential allows: its own field 'Allow' decides which requests are sent, and n8n's 'Allowed HTTP Request Domains'
// through which proxy.

import { UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { isObject } from '../input/objects';
import { quote, quotedList } from '../input/wording';
import { credentialName } from './credential';
import type { Caller, RequestSettings, ServiceRequest, ServiceResponse } from './types';

/** What 'Allow' offers: value and label. */
export const ALLOW = {
	everything: 'Everything',
	drafts: 'Drafts Only',
	reading: 'Reading Only',
} as const;

export type Allow = keyof typeof ALLOW;

/** What can be done with a credential that does not allow everything. */
const ALLOWED: Record<Exclude<Allow, 'everything'>, string> = {
	drafts: 'orders can be read, checked, placed as drafts, and changed while they are drafts',
	reading: 'orders can be read and checked',
};

/**
 * Reads the field.
 *
 * @returns `everything` where it is missing: the credential was saved before there was the field
 * @throws UserError for any other value, also for an expression that gives nothing: that one is not missing
 */
export function allowOf(credential: ICredentialDataDecryptedObject): Allow {
	if (!Object.hasOwn(credential, 'allow')) return 'everything';
	const { allow } = credential;
	if (typeof allow === 'string' && Object.hasOwn(ALLOW, allow)) return allow as Allow;
	throw new UserError(`Allow in the credential is ${quote(allow)}, which is unknown`, {
		description: `Choose one of ${quotedList(Object.values(ALLOW))} in the credential. If the field holds an expression, it has to give one of ${quotedList(Object.keys(ALLOW))}.`,
	});
}

/** Spec section 4: an order that is placed is a draft (section 3) until it is confirmed. */
const PLACED_AT = '/api/orders';

/** Spec section 4: the path of an order, or of an item of it. The order's own is the group. */
const CHANGED_AT = /^(\/api\/orders\/[^/]+)(?:\/order_item\/[^/]+)?$/;

/**
 * Refuses a request that the credential does not allow.
 *
 * Drafts Only does not cancel a draft: the spec does not say what that does (section 3), nothing takes it back, and an
 * order that waits for its confirmation would be lost.
 *
 * @param readOrder reads the order at this path; a change is allowed of one that is a draft by what was just read
 * @throws UserError that names the field; whatever `readOrder` throws
 */
export async function refuseForbidden(
	caller: Caller,
	allow: Allow,
	{ method, path, subject }: Pick<ServiceRequest, 'method' | 'path' | 'subject'>,
	readOrder: (path: string) => Promise<ServiceResponse>,
): Promise<void> {
	if (allow === 'everything' || method === 'GET') return;
	let why = '';
	if (allow === 'drafts') {
		if (method === 'POST' && path === PLACED_AT) return;
		const orderPath = method === 'PATCH' ? CHANGED_AT.exec(path)?.[1] : undefined;
		if (orderPath !== undefined) {
			const { body } = await readOrder(orderPath);
			const status = isObject(body) ? body.status : undefined;
			if (status === 'draft') return;
			why = ` The status of the order is ${quote(status)}.`;
		}
	}
	throw new UserError(
		`The request for ${subject} is not allowed: Allow in ${credentialName(caller)} is "${ALLOW[allow]}"`,
		{
			description: `With it, ${ALLOWED[allow]}.${why} The request was not sent. Where it is meant to be, choose another credential, or change the field in this one.`,
		},
	);
}

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
