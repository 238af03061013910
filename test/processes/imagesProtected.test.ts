import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { beforeAll, describe, expect, it } from 'vitest';

import { credentialFor } from '../core/engine/run.ts';
import { createParameters, locate, plainVariant, useSandbox } from '../core/support.ts';

const node = useSandbox();

beforeAll(() => {
	// As by N8N_SSRF_PROTECTION_ENABLED and N8N_SSRF_ALLOWED_HOSTNAMES, before n8n sends its first request.
	const config = Container.get(SsrfProtectionConfig);
	config.enabled = true;
	config.allowedHostnames = ['localhost'];
});

describe("n8n's protection of internal addresses, where its owner switched it on", () => {
	it('a service at an internal address is not reached, which ends at once and says why', async () => {
		for (const parameters of [
			createParameters(node.sandbox),
			{ resource: 'order', operation: 'getAll', returnAll: true },
		]) {
			const { error } = await node.run(parameters);
			expect(error?.message).toMatch(/The service could not be reached/);
			expect(error?.description).toMatch(
				/^The settings of n8n do not allow requests to that address \(N8N_SSRF_ALLOWED_IP_RANGES\): .* Nothing was sent by this request\./,
			);
		}
		expect(node.sandbox.control.requests()).toEqual([]);
	});

	it('an image at an internal address is not downloaded, and the variant comes all the same', async () => {
		const variant = plainVariant(node.sandbox);
		const baseUrl = node.sandbox.url.replace('127.0.0.1', 'localhost');
		const { items, error } = await node.run(
			{
				resource: 'catalogVariant',
				operation: 'get',
				variantId: locate('id', variant.id),
				options: { downloadImage: true },
			},
			{ credential: credentialFor(node.sandbox, { baseUrl }) },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ binary }) => binary)).toEqual([undefined]);
		expect(items[0]?.json).toMatchObject({
			id: variant.id,
			warnings: [
				expect.stringMatching(/could not be downloaded: .*N8N_SSRF_ALLOWED_IP_RANGES/) as string,
			],
		});
		const paths = node.sandbox.control.requests().map(({ path }) => path);
		expect(paths).toEqual([`/api/catalog-product-variants/${variant.id}`]);
	});
});
