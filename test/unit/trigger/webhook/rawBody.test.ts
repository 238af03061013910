import { describe, expect, it } from 'vitest';

import { rawBodyOf } from '../../../../nodes/PodFulfilment/trigger/webhook/envelope.ts';

const BYTES = Buffer.from('{"type":"order.updated"}');

/** A request whose body n8n has not read yet, as it is with a content type that n8n does not know. */
function unreadRequest(readRawBody?: () => void) {
	let reads = 0;
	const request = {
		readable: true,
		rawBody: undefined as Buffer | undefined,
		async readRawBody() {
			reads += 1;
			readRawBody?.();
			request.rawBody = BYTES;
			await Promise.resolve();
		},
	};
	return { request, reads: () => reads };
}

describe('The bytes of a delivery', () => {
	it('the bytes are those that n8n has read already', async () => {
		const { request, reads } = unreadRequest();
		request.rawBody = BYTES;
		expect(await rawBodyOf(request)).toBe(BYTES);
		expect(reads()).toBe(0);
	});

	it('the bytes are read when n8n has not read them', async () => {
		const { request, reads } = unreadRequest();
		expect(await rawBodyOf(request)).toBe(BYTES);
		expect(reads()).toBe(1);
	});

	it.each([false, undefined])(
		'nothing is read of a body that was read or closed, which would end the process of n8n: readable is %j',
		async (readable) => {
			const { request, reads } = unreadRequest();
			const closed = { ...request, readable } as Parameters<typeof rawBodyOf>[0];
			expect(await rawBodyOf(closed)).toBeUndefined();
			expect(reads()).toBe(0);
		},
	);

	it('there are no bytes when they cannot be read, or when n8n has no way to read them', async () => {
		const { request } = unreadRequest(() => {
			throw new Error('request entity too large');
		});
		expect(await rawBodyOf(request)).toBeUndefined();
		expect(await rawBodyOf({ readable: true })).toBeUndefined();
	});
});
