import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signInCookie, type Owner } from '../n8n/rest.ts';
import { onStop } from './clean-up.ts';

/**
 * Starts a server for one link, which signs the browser in to n8n and leads to a page. Its path cannot be guessed: like the
 * password, it is for this user alone.
 *
 * @param page Address of a page of n8n, or of one whose links lead there: cookies do not tell ports of a host apart
 * @returns the link, which works until everything is stopped
 */
export async function openSignedIn(n8nUrl: string, owner: Owner, page: string): Promise<string> {
	const path = `/${randomBytes(24).toString('base64url')}`;
	const server = createServer((request, response) => {
		if (request.method !== 'GET' || request.url !== path) return response.writeHead(404).end();
		signInCookie(n8nUrl, owner).then(
			(cookie) =>
				response
					.writeHead(302, {
						location: page,
						'set-cookie': cookie,
						'cache-control': 'no-store',
						'referrer-policy': 'no-referrer',
					})
					.end(),
			// n8n then asks for e-mail and password.
			() => response.writeHead(302, { location: page }).end(),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onStop(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}
