import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeExecutionData } from 'n8n-workflow';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { credentialFor } from './engine/run.ts';
import { withTool } from './engine/tool.ts';
import { locate, plainVariant, useSandbox } from './support.ts';

const node = useSandbox();

/** What another host is asked for, such as the CDN of a provider's images. */
let asked: Array<{ url: string | undefined; headers: Record<string, unknown> }> = [];
let cdn: Server;
let cdnUrl = '';

beforeAll(async () => {
	cdn = createServer((request, response) => {
		asked.push({ url: request.url, headers: request.headers });
		if (request.url === '/moved.png') {
			response.writeHead(302, { location: '/image.gif' }).end();
		} else if (request.url === '/image.gif') {
			response.writeHead(200, { 'content-type': 'text/plain' }).end('GIF89a of some pixels');
		} else if (request.url === '/page.png') {
			response.writeHead(200, { 'content-type': 'image/png' }).end('<h1>Log in</h1>');
		} else {
			response.writeHead(404).end();
		}
	});
	await new Promise<void>((resolve) => {
		cdn.listen(0, '127.0.0.1', resolve);
	});
	cdnUrl = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
});
afterEach(() => {
	asked = [];
});
afterAll(async () => {
	await new Promise((resolve) => {
		cdn.close(resolve);
	});
});

/** A finished task of the sandbox. */
async function finishedTask() {
	const task = await node.sandbox.control.createMockupTask();
	await node.sandbox.control.stepMockupTask(task.id, 'completed');
	const finished = node.sandbox.control.mockupTasks().find(({ id }) => id === task.id);
	if (!finished) throw new Error('The task is gone');
	return finished;
}

const downloadImages = (id: string) => ({
	resource: 'mockupTask',
	operation: 'downloadImages',
	mockupTaskId: locate('id', id),
});

const imageOf = ({ binary }: INodeExecutionData) => binary?.data;

describe('Download Images of a mockup task', () => {
	it('each image is an item with a named PNG, its variant, and the credits', async () => {
		const task = await finishedTask();
		const mockups = task.catalogVariantMockups.flatMap(({ mockups: images }) => images);
		const { items, error } = await node.run(downloadImages(task.id));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(mockups.length);
		for (const [index, item] of items.entries()) {
			expect(item.json).toMatchObject({
				mockupTaskId: task.id,
				displayName: mockups[index]?.displayName,
				mockupUrl: mockups[index]?.mockupUrl,
				credits: { remaining: expect.any(Number) as number },
			});
			const image = imageOf(item);
			expect(image).toMatchObject({
				mimeType: 'image/png',
				fileExtension: 'png',
				fileType: 'image',
				fileName: expect.stringMatching(/^[^/\\:]+\.png$/) as string,
			});
			const content = Buffer.from(String(image?.data), 'base64');
			expect(content.subarray(1, 4).toString()).toBe('PNG');
			expect(item.pairedItem).toEqual({ item: 0 });
		}
	});

	it('one image that fails does not take the others with it, and no host is sent the key', async () => {
		const task = await finishedTask();
		const [variant] = task.catalogVariantMockups;
		const [mockup] = variant?.mockups ?? [];
		if (!variant || !mockup) throw new Error('The task has no image');
		// The sandbox shows its own objects.
		variant.mockups = ['moved.png', 'gone.png', 'page.png'].map((name) => ({
			...mockup,
			mockupUrl: `${cdnUrl}/${name}`,
			displayName: name,
		}));
		const { items, error } = await node.run(downloadImages(task.id));
		expect(error).toBeUndefined();
		const own = items.filter(({ json }) => String(json.mockupUrl).startsWith(cdnUrl));
		expect(own.map(imageOf)).toMatchObject([
			{ mimeType: 'image/gif', fileName: 'moved.png.gif' },
			undefined,
			undefined,
		]);
		expect(own.map(({ json }) => json.warnings)).toEqual([
			undefined,
			['The image "gone.png" could not be downloaded: its server answered with status 404.'],
			['The image "page.png" could not be downloaded: it is no PNG, JPEG, GIF, WebP or BMP image.'],
		]);
		expect(asked).toHaveLength(4);
		expect(JSON.stringify(asked)).not.toContain(node.sandbox.accounts.demo.apiKey);
		expect(asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
	});

	it('a task without images says what it waits for', async () => {
		const task = await node.sandbox.control.createMockupTask();
		const { error } = await node.run(downloadImages(task.id));
		expect(error?.message).toBe(`The mockup task "${task.id}" has no images`);
		expect(error?.description).toContain('Its status is "pending"');
		expect(error?.description).toContain('the event Mockup Task Changed');
	});

	it('a task that failed says so, with its reason, and does not advise to wait', async () => {
		const { id } = await node.sandbox.control.createMockupTask();
		const { failureReasons } = await node.sandbox.control.stepMockupTask(id, 'failed');
		expect(failureReasons).toEqual(['The print file of the mockup could not be read.']);
		const { error } = await node.run(downloadImages(id));
		expect(error?.message).toBe(
			`The mockup task "${id}" has no images, because it failed: The print file of the mockup could not be read`,
		);
		expect(error?.description).toMatch(/^A task that failed gets no images any more\./);
		expect(error?.description).not.toMatch(/trigger|Mockup Task Changed/);
	});

	it.each([[[]], [[{ code: 7 }, 8, ' ']], ['a text']])(
		'a task that failed says so without a reason where its reasons are no texts: %j',
		async (failureReasons) => {
			const { id } = await node.sandbox.control.createMockupTask();
			node.sandbox.control.injectFault({
				match: { path: `/api/mockup-tasks/${id}` },
				status: 200,
				body: { id, status: 'failed', failureReasons },
			});
			const { error } = await node.run(downloadImages(id));
			expect(error?.message).toBe(`The mockup task "${id}" has no images, because it failed`);
		},
	);

	it("an AI agent's tool gets the addresses, and no image is downloaded", async () => {
		const task = await finishedTask();
		const answer = await withTool(
			downloadImages(task.id),
			credentialFor(node.sandbox),
			async (tool) => await tool.invoke({}),
		);
		expect(answer).toContain('/_sandbox/images/mockup/');
		expect(answer).not.toContain('binary');
		const images = node.sandbox.control.requests().filter(({ path }) => path.includes('/images/'));
		expect(images).toEqual([]);
	});
});

describe('Download Image of the catalog', () => {
	it('a product and a variant come with their picture as PNG', async () => {
		const variant = plainVariant(node.sandbox);
		for (const parameters of [
			{
				resource: 'catalogProduct',
				operation: 'get',
				productId: locate('id', variant.productId),
			},
			{ resource: 'catalogVariant', operation: 'get', variantId: locate('id', variant.id) },
		]) {
			const withImage = await node.run({ ...parameters, options: { downloadImage: true } });
			expect(withImage.error).toBeUndefined();
			expect(withImage.items.map(imageOf)).toMatchObject([{ mimeType: 'image/png' }]);
			const without = await node.run(parameters);
			expect(without.items.map(({ binary }) => binary)).toEqual([undefined]);
			expect(withImage.json).toEqual(without.json);
		}
	});
});
