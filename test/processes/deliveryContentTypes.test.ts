import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { SIGNATURE, withHeader, type Delivery } from '../fuzz/delivery.ts';
import { orderWith, useWebhooks } from './webhooks.ts';

const webhooks = useWebhooks();
const { answerTo, expectHealthy } = webhooks;

const withContentType = (delivery: Delivery, type: string): Delivery => ({
	...delivery,
	headers: withHeader(delivery, 'Content-Type', type),
});

const encoded = (delivery: Delivery, encoding: string, body: Buffer): Delivery => ({
	...delivery,
	body,
	headers: withHeader(delivery, 'Content-Encoding', encoding),
});

const forged = (delivery: Delivery): Delivery => ({
	...delivery,
	headers: withHeader(delivery, SIGNATURE, '0'.repeat(64)),
});

const statusOf = async (delivery: Delivery): Promise<number> => (await answerTo(delivery)).status;

describe('The content type of a signed delivery', () => {
	afterEach(async () => void (await expectHealthy()));

	it.each([
		'application/json',
		'application/ld+json; charset=utf-8',
		'application/vnd.events+json',
		'application/octet-stream',
		'text/html',
		'multipart/mixed',
		'nonsense',
	])(
		'a delivery of the type %s is accepted, plain or in gzip, and refused when it is forged',
		async (type) => {
			const plain = withContentType(orderWith('1'), type);
			expect(await statusOf(forged(plain))).toBe(401);
			expect(await statusOf(plain)).toBe(200);
			const other = withContentType(orderWith('2'), type);
			expect(await statusOf(encoded(other, 'gzip', gzipSync(other.body)))).toBe(200);
		},
	);

	it.each(['gzip', 'deflate'])(
		'a delivery that is not in %s although it says so is refused, whoever reads it, and n8n goes on',
		async (encoding) => {
			for (const type of ['application/json', 'application/octet-stream']) {
				const delivery = withContentType(orderWith('3'), type);
				expect(await statusOf(encoded(delivery, encoding, delivery.body))).not.toBe(200);
				await expectHealthy();
			}
		},
	);

	it.each(['gzip', 'deflate'])(
		'a form in %s, of which n8n keeps no bytes, is refused, and n8n goes on',
		async (encoding) => {
			const delivery = orderWith('4');
			for (const body of [delivery.body, gzipSync(delivery.body), Buffer.alloc(0)]) {
				const form = withContentType(delivery, 'multipart/form-data; boundary=part');
				expect(await statusOf(encoded(form, encoding, body))).not.toBe(200);
				await expectHealthy();
			}
		},
	);
});
