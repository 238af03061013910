import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES, startAction } from '../core/engine/execution.ts';
import { credentialFor } from '../core/engine/run.ts';
import { locate, useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const MAX_IMAGES = 200;
const MAX_BYTES = 200 * 1024 * 1024;
const LEFT_OUT =
	/^The image ".+" could not be downloaded: one execution downloads at most 200 images and 200 MB\./;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const MOCKUPS: INodeParameters = {
	resource: 'mockupTask',
	operation: 'downloadImages',
	mockupTaskId: locate('id', '1'),
};

/** A service whose mockup task names so many images of another host, and that host. */
async function imagesOf(count: number, image: Buffer) {
	const host = await listen((_request, response) => response.end(image));
	const mockups = Array.from({ length: count }, (_, index) => ({
		displayName: `Front ${index}`,
		mockupUrl: `${host.url}/${index}.png`,
	}));
	const task = { id: '1', status: 'completed', catalogVariantMockups: [{ mockups }] };
	const { url } = await listen((_request, response) => sendJson(response, task));
	return { host, credential: credentialFor(node.sandbox, { baseUrl: url }) };
}

describe.each(ENGINES)('Images of one execution, on the engine of %s', (engine) => {
	it('are at most 200, of all items together, and each that was left out says so', async () => {
		const { host, credential } = await imagesOf(150, PNG);
		const run = startAction({ parameters: MOCKUPS, credential, engine, items: [{}, {}] });
		const { items, error } = await run.finished;
		expect(error).toBeUndefined();
		expect(items).toHaveLength(300);
		expect(host.requests).toHaveLength(MAX_IMAGES);
		const leftOut = items.filter(({ binary }) => binary === undefined);
		expect(leftOut).toHaveLength(300 - MAX_IMAGES);
		for (const { json } of leftOut) expect((json.warnings as string[])[0]).toMatch(LEFT_OUT);
	});
});

describe('Large images of one execution', () => {
	it('are at most 200 MB together, and each that was left out says so', async () => {
		const size = 19 * 1024 * 1024;
		const { host, credential } = await imagesOf(40, Buffer.concat([PNG, Buffer.alloc(size - 8)]));
		const { items } = await startAction({ parameters: MOCKUPS, credential }).finished;
		const kept = items.filter(({ binary }) => binary !== undefined);
		expect(kept).toHaveLength(Math.floor(MAX_BYTES / size));
		// Those under way at the same time come on top.
		expect(host.requests.length).toBeLessThanOrEqual(kept.length + 3);
		for (const { json, binary } of items) {
			if (!binary) expect((json.warnings as string[])[0]).toMatch(LEFT_OUT);
		}
	});
});

describe('The name of an image', () => {
	it.each(['.', ' .', '-. ', '\u00A0', '…'])(
		'gives a short name of its file, however long it is: 1 MB of %j',
		async (part) => {
			const host = await listen((_request, response) => response.end(PNG));
			const mockup = {
				displayName: `${part.repeat(1024 * 1024)}x`,
				mockupUrl: `${host.url}/1.png`,
			};
			const task = { id: '1', catalogVariantMockups: [{ mockups: [mockup] }] };
			const { url } = await listen((_request, response) => sendJson(response, task));
			const credential = credentialFor(node.sandbox, { baseUrl: url });
			const { items } = await startAction({ parameters: MOCKUPS, credential }).finished;
			const name = items[0]?.binary?.data?.fileName ?? '';
			expect(name).toMatch(/^[^\s.-](.*[^\s.-])?\.png$/);
			expect(name.length).toBeLessThanOrEqual(70);
		},
	);
});
