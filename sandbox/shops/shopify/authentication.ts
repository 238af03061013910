import { shared } from '../../plugins/plugin.ts';
import { ShopifyError } from './errors.ts';

/** The access token, in its header or as the password of Basic authentication (n8n's API Key). */
export const authentication = shared<{ accessToken: string }>(async (api, { accessToken }) => {
	api.addHook('onRequest', async ({ headers }) => {
		const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
		const password = Buffer.from(basic, 'base64')
			.toString('utf8')
			.replace(/^[^:]*:/, '');
		if (headers['x-shopify-access-token'] === accessToken || password === accessToken) return;
		throw new ShopifyError(
			401,
			'[API] Invalid API key or access token (unrecognized login or wrong password)',
		);
	});
});
