import { shared } from '../../plugins/plugin.ts';
import { WooError } from './errors.ts';

export interface WooKeys {
	consumerKey: string;
	consumerSecret: string;
}

/** Key and secret by Basic authentication, or as `consumer_key` and `consumer_secret` in the query. */
export const authentication = shared<WooKeys>(async (api, { consumerKey, consumerSecret }) => {
	api.addHook('onRequest', async (request) => {
		const query = request.query as Record<string, string | undefined>;
		const [key, secret] = basicOf(request.headers.authorization) ?? [
			query.consumer_key,
			query.consumer_secret,
		];
		// A key that is unknown is as none: only the secret of a known one is told to be wrong.
		if (key !== consumerKey) {
			throw new WooError(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
		}
		if (secret !== consumerSecret) {
			throw new WooError(
				401,
				'woocommerce_rest_authentication_error',
				'Consumer secret is invalid.',
			);
		}
	});
});

function basicOf(header: string | undefined): [string, string] | undefined {
	const encoded = /^Basic +(\S+)$/i.exec(header ?? '')?.[1];
	if (encoded === undefined) return undefined;
	const text = Buffer.from(encoded, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
}
