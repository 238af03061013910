import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Sent {
	status: number;
	text: string;
}

/** Sends exactly these headers, including those that fetch sets by itself (Host, Origin). */
export async function send(
	url: string,
	method: string,
	headers: Record<string, string> = {},
	body?: string,
): Promise<Sent> {
	const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
	return await new Promise((resolve, reject) => {
		request(url, { method, headers: { ...headers, ...length } }, (response) => {
			buffer(response).then(
				(content) => resolve({ status: response.statusCode ?? 0, text: content.toString() }),
				reject,
			);
		})
			.on('error', reject)
			.end(body);
	});
}

export const DEMO_KEY = { authorization: 'Bearer sandbox-demo-key' };
export const JSON_TYPE = { 'content-type': 'application/json' };
