import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import { beforeAll, describe, expect, it } from 'vitest';

import { credentialFor } from '../core/engine/run.ts';
import { locate, plainVariant, useSandbox } from '../core/support.ts';

const node = useSandbox();

beforeAll(() => {
	// As by N8N_SSRF_PROTECTION_ENABLED and N8N_SSRF_ALLOWED_HOSTNAMES, before n8n sends its first request.
	const config = Container.get(SsrfProtectionConfig);
	config.enabled = true;
	config.allowedHostnames = ['localhost'];
});

describe("n8n's protection of internal addresses, where its owner switched it on", () => {
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
			warnings: [expect.stringMatching(/could not be downloaded: .*request was blocked/) as string],
		});
		const paths = node.sandbox.control.requests().map(({ path }) => path);
		expect(paths).toEqual([`/api/catalog-product-variants/${variant.id}`]);
	});
});
