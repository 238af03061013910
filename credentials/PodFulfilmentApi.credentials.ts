// The credential: API key, what it may be used for, signing secret, address of the service, brand of its headers, and its
// test.

import type {
	IAuthenticateGeneric,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { ALLOW } from '../nodes/PodFulfilment/transport/allow';
import { BASE_URL_WITH_SCHEME } from '../nodes/PodFulfilment/transport/credential';

const HTTPS_HOST = String.raw`https:\/\/[^\/?#@\\\s]+`;
const THIS_MACHINE = String.raw`http:\/\/(?:localhost|[\w.-]+\.localhost|127(?:\.\d+){1,3}|\[::1\])(?::\d+)?`;
const PATH_BEFORE_API = String.raw`((?:\/+[^\/?#\s]+)*?)(?:\/+api)?\/*`;

/**
 * The Base URL with its scheme, and without a trailing slash or a pasted `/api`. Empty if the nodes refuse it, so that
 * the key is sent neither without TLS (http is accepted for this machine only) nor to an address with a user name or a
 * query.
 */
const ADDRESS = `={{ (${BASE_URL_WITH_SCHEME}.match(/^(${HTTPS_HOST}|${THIS_MACHINE})${PATH_BEFORE_API}$/i) ?? []).slice(1).join('') }}`;

const OTHER_SERVICE =
	'Something answers at this address, but it is not the fulfilment service. Check the Base URL.';
const REFUSED_KEY =
	'The service refused the API key. Check that it was copied completely, and alone: without "Bearer" or quotation marks. Check too that it has not been replaced by a newer one, and that it belongs to the environment of the Base URL.';
const REDIRECT =
	'This address leads elsewhere, and the API key is not sent there. Check the Base URL.';
const UNAVAILABLE = 'The service is not available at the moment. Test again later.';

/** Messages by status (sections 5 and 7). Any other response is judged by its body. */
const MESSAGES: Record<number, string> = {
	301: REDIRECT,
	302: REDIRECT,
	303: REDIRECT,
	307: REDIRECT,
	308: REDIRECT,
	401: REFUSED_KEY,
	403: REFUSED_KEY,
	404: OTHER_SERVICE,
	422: 'The account is suspended. Contact the fulfilment service.',
	429: 'The service asks for fewer requests. Wait a moment, then test again.',
	500: UNAVAILABLE,
	502: UNAVAILABLE,
	503: UNAVAILABLE,
	504: UNAVAILABLE,
};

const statusRules = Object.entries(MESSAGES).map(
	([status, message]): IAuthenticateRuleResponseCode => ({
		type: 'responseCode',
		properties: { value: Number(status), message },
	}),
);

const bodyRule = (
	key: string,
	value: unknown,
	message: string,
): IAuthenticateRuleResponseSuccessBody => ({
	type: 'responseSuccessBody',
	properties: { key, value, message },
});

/** The first rule that applies is shown. */
const bodyRules = [
	// The first three are for n8n 1, which applies the rules of the body to every status.
	bodyRule('code', 401, REFUSED_KEY),
	bodyRule('code', 403, REFUSED_KEY),
	bodyRule(
		'@type',
		'hydra:Error',
		'The service did not show its catalog. Check the Base URL; if it is right, the account may be suspended, or the service is not available at the moment.',
	),
	// Not a collection of the catalog (section 4) but, for example, a web page.
	bodyRule('hydra:member', undefined, OTHER_SERVICE),
];

const webhookFields: INodeProperties[] = [
	{
		displayName: 'Signing Secret',
		name: 'signingSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'Secret with which the service signs its webhooks. The POD Fulfilment Trigger needs it to tell real events from forged ones. While you change it, enter the new and the old one separated by a comma. A secret may itself contain commas.',
	},
	{
		displayName: 'Header Brand',
		name: 'headerBrand',
		type: 'string',
		default: 'Service',
		placeholder: 'e.g. Service',
		description:
			'The word that your provider uses in its header names, as in X-Service-Request-Signature',
	},
];

/**
 * The fields of the webhook trigger, shown with the switch. n8n takes what is not displayed out of a credential as it is saved,
 * and again as it is read. So they are displayed in any case, without the switch as hidden fields: a secret is kept that was saved
 * before there was one, and the trigger does not depend on it.
 */
const forWebhooks = webhookFields.flatMap((field): INodeProperties[] => [
	{ ...field, displayOptions: { show: { useWebhookTrigger: [true] } } },
	{ ...field, type: 'hidden', displayOptions: { show: { useWebhookTrigger: [false] } } },
]);

export class PodFulfilmentApi implements ICredentialType {
	name = 'podFulfilmentApi';

	displayName = 'POD Fulfilment API';

	icon = {
		light: 'file:../nodes/PodFulfilment/podFulfilment.svg',
		dark: 'file:../nodes/PodFulfilment/podFulfilment.dark.svg',
	} as const;

	documentationUrl = 'https://github.com/pod-fulfilment/n8n-nodes-pod-fulfilment#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description:
				'Address of the service: of its staging environment for tests, or of its production environment for real orders',
			hint: 'As your provider shows it, beginning with https://',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'A key of your account, which the service shows when you create it',
		},
		{
			displayName: 'Allow',
			name: 'allow',
			type: 'options',
			options: [
				{
					name: ALLOW.everything,
					value: 'everything',
					description: 'Also confirm, cancel and refund orders',
				},
				{
					name: ALLOW.drafts,
					value: 'drafts',
					description:
						'Read, check and place orders, and change those that are drafts. Nothing is confirmed, cancelled or refunded.',
				},
				{
					name: ALLOW.reading,
					value: 'reading',
					description: 'Read, and check orders. Nothing is placed or changed.',
				},
			],
			default: 'everything',
			description:
				"What the POD Fulfilment nodes and AI tools with this credential may do. It does not limit the key itself: n8n's HTTP Request node and Custom API Call with this credential can still do everything.",
		},
		{
			displayName: 'Use the Webhook Trigger',
			name: 'useWebhookTrigger',
			type: 'boolean',
			default: false,
			description:
				"Whether to show what the POD Fulfilment Trigger needs to verify the service's webhooks. The other nodes work without.",
		},
		...forWebhooks,
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
	};

	/** Reads the catalog, which every account can access. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: ADDRESS,
			url: '/api/catalog-products',
			headers: { accept: 'application/ld+json' },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: Object.keys(MESSAGES).map(Number) },
		},
		// n8n applies rules of both kinds, but its type does not allow them in one list.
		rules: [...statusRules, ...bodyRules] as IAuthenticateRuleResponseCode[],
	};
}
