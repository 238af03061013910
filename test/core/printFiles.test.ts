import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { shopifyOrder } from '../support/shopOrders/shopify.ts';
import { jpegOf, pngOf, webPOf } from '../support/printFiles/pictures.ts';
import { MADE_FILES } from '../support/printFiles/madeFiles.ts';
import { ENGINES } from './engine/execution.ts';
import { status, useFileServer, whole, withRanges, type FileAnswer } from './fileServer.ts';
import { reprintParameters, runNode } from './orderRuns.ts';
import { fromShop, shirt, shopifyLineOf } from './shopOrders.ts';
import { createParameters, locate, plainVariant, useSandbox } from './support.ts';

const node = useSandbox();
const files = useFileServer();

interface Size {
	width: number;
	height: number;
}

/** The area of the one placement that the shirt requires. */
const area = (): Size => {
	const placement = plainVariant(node.sandbox).placements.find(({ required }) => required);
	if (!placement) throw new Error('The shirt has no required placement');
	return placement.area;
};

const times = ({ width, height }: Size, factor: number): Size => ({
	width: Math.round(width * factor),
	height: Math.round(height * factor),
});

/** Parameters of an order with one item for each file. */
const orderOf = (
	urls: readonly string[],
	options: IDataObject = {},
	others: INodeParameters = {},
): INodeParameters =>
	({
		...createParameters(node.sandbox),
		items: {
			item: urls.map((url, index) => ({
				variantId: locate('id', plainVariant(node.sandbox).id),
				quantity: 1,
				externalId: `LINE-${index + 1}`,
				placements: { placement: [{ url }] },
			})),
		},
		options: { checkPrintFiles: true, maxWaitSeconds: 1, ...options },
		...others,
	}) as INodeParameters;

interface Checked {
	problems: string[];
	warnings?: string[];
	toReview?: string[];
}

const check = async (urls: readonly string[], settings: INodeParameters = {}) => {
	const { items, error, hints } = await runNode(
		node,
		orderOf(urls, {}, { then: 'check', ...settings }),
	);
	expect(error).toBeUndefined();
	expect(node.sandbox.control.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
	return {
		...(items[0]?.json as unknown as Checked),
		hints: hints.map(({ message }) => message),
	};
};

const silent: FileAnswer = () => undefined;
const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
const epoch = (date: Date): string => String(Math.floor(date.getTime() / 1000));
const compact = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** Kinds of bad files: their path, what answers, where they are named, and how. */
const BAD_FILES: ReadonlyArray<
	readonly [
		kind: string,
		path: () => string,
		answer: () => Buffer | string | FileAnswer,
		level: 'problems' | 'warnings' | 'toReview',
		text: RegExp,
	]
> = [
	['not there', () => '/404.png', () => status(404), 'problems', /no file \(404\)/],
	['gone', () => '/410.png', () => status(410), 'problems', /no file \(410\)/],
	['empty', () => '/empty.png', () => '', 'problems', /an empty file/],
	[
		'a page to sign in',
		() => '/page.png',
		() => whole('<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' }),
		'problems',
		/a web page/,
	],
	['an archive', () => '/zip.png', () => 'PK\x03\x04\x14\x00', 'problems', /an archive/],
	[
		'a photo of a phone',
		() => '/photo.jpg',
		() => '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
		'problems',
		/HEIC/,
	],
	['a text', () => '/text.png', () => '{"error":"no such file"}', 'problems', /a text/],
	[
		'an expired signature',
		() => `/s3.png?X-Amz-Date=${compact(inHours(-30))}&X-Amz-Expires=86400`,
		() => status(403),
		'problems',
		/a link that expired on \d{4}-\d\d-\d\d/,
	],
	['kept from n8n', () => '/403.png', () => status(403), 'warnings', /kept from n8n .* \(403\)/],
	[
		'a link that expires soon',
		() => `/cdn.png?Expires=${epoch(inHours(48))}&Signature=x`,
		() => pngOf(area()),
		'warnings',
		/a link that works until \d{4}-/,
	],
	['busy', () => '/503.png', () => status(503), 'toReview', /status 503/],
	['silent', () => '/silent.png', () => silent, 'toReview', /no answer came in time/],
	[
		'too small',
		() => '/small.png',
		() => pngOf(times(area(), 0.5)),
		'toReview',
		/has \d+ × \d+ pixels, and placement "\w+" has \d+ × \d+: it is smaller$/,
	],
	[
		'of another shape',
		() => '/shape.png',
		() => pngOf({ width: area().width * 2, height: area().height }),
		'toReview',
		/has \d+ × \d+ pixels, and placement "\w+" has \d+ × \d+: it has another shape$/,
	],
	[
		'turned by EXIF',
		() => '/turned.jpg',
		() => jpegOf(area(), 'JPEG with EXIF orientation 6'),
		'toReview',
		/has \d+ × \d+ pixels, and placement .* EXIF/,
	],
];

/** Files that are fine, of the right size where that can be read. */
const goodFiles = (): Array<Buffer | FileAnswer> => {
	const pictures = [1, 1.004, 1.5, 2].flatMap((factor) => {
		const size = times(area(), factor);
		return [
			pngOf(size),
			jpegOf(size),
			jpegOf(size, 'JPEG, progressive'),
			jpegOf(size, 'JPEG, CMYK'),
			jpegOf(size, 'JPEG with EXIF orientation 1'),
			jpegOf(size, 'JPEG with an ICC profile and EXIF'),
			webPOf.lossy(size),
			webPOf.lossless(size),
			webPOf.extended(size),
		];
	});
	const png = pngOf(area());
	return [
		...pictures,
		...MADE_FILES.filter(({ kind }) => ['TIFF', 'PDF', 'unknown'].includes(kind)).map(
			({ content }) => content,
		),
		Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
		Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9'),
		whole(png),
		whole(png, { 'content-type': 'text/html' }),
		whole(gzipSync(png), { 'content-encoding': 'gzip' }),
		(request, response) => {
			if (request.headers.range !== undefined) response.writeHead(416).end();
			else response.writeHead(200).end(png);
		},
		(request, response) => {
			if (request.url?.endsWith('?moved') === true) withRanges(png)(request, response);
			else response.writeHead(302, { location: '?moved' }).end();
		},
		withRanges(Buffer.concat([png, Buffer.alloc(400_000, 7)])),
	];
};

describe('Check Print Files', () => {
	it.each(BAD_FILES)(
		'a file that is %s is named before anything is sent',
		async (_, path, answer, level, text) => {
			const url = files.put(path(), answer());
			// Of the service, too: long enough for a busy machine.
			const settings = url.includes('silent') ? { requestOptions: { timeout: 3_000 } } : {};
			const result = await check([url], settings);
			const found = { warnings: [], toReview: [], ...result };
			expect(found[level]).toEqual([expect.stringMatching(text)]);
			expect(found[level][0]).toMatch(/^Items → Item 1/);
			expect(found.problems).toHaveLength(level === 'problems' ? 1 : 0);
			expect(found.toReview).toHaveLength(level === 'toReview' ? 1 : 0);
			// What is to be reviewed is a warning too.
			expect(found.warnings).toHaveLength(level === 'problems' ? 0 : 1);
		},
	);

	it('nothing is said of 40 good files, and what was checked is not said to be unopened', async () => {
		const good = goodFiles();
		expect(good.length).toBeGreaterThanOrEqual(40);
		const urls = good.map((answer, index) => files.put(`/good-${index}`, answer));
		const { problems, warnings, toReview, hints } = await check(urls);
		expect({ problems, warnings, toReview }).toEqual({ problems: [] });
		expect(hints).toEqual([expect.stringMatching(/^No problems found\. To place the order/)]);
	});

	it('without the option no file is read', async () => {
		const url = files.put('/unread.png', status(404));
		const { problems, hints } = await check([url], { options: {} });
		expect(problems).toEqual([]);
		expect(hints[0]).toContain('Print files were not opened.');
		expect(files.asked).toEqual([]);
	});

	it('one file of many items is read once, and its size is said once', async () => {
		const url = files.put('/one.png', pngOf(times(area(), 0.5)));
		const { toReview } = await check(Array.from({ length: 20 }, () => url));
		expect(toReview).toHaveLength(1);
		expect(files.asked).toEqual(['/one.png bytes=0-262143']);
	});

	it('one file of many orders is read once in an execution', async () => {
		const url = files.put('/all.png', pngOf(area()));
		const { items, error } = await node.run(
			{ ...orderOf([url]), externalId: '={{ $json.number }}' },
			{ items: Array.from({ length: 30 }, (_, index) => ({ number: `A-${index}` })) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(30);
		// The service reads it too, as a whole.
		expect(files.asked.filter((line) => !line.endsWith(' whole'))).toEqual([
			'/all.png bytes=0-262143',
		]);
	});
});

describe.each(ENGINES)(
	'Check Print Files when an order is placed, on the engine of %s',
	(engine) => {
		it('a file that is no picture stops the order, and nothing was sent', async () => {
			const url = files.put('/login.png', whole('<html><title>Sign in</title></html>'));
			const { error } = await node.run(orderOf([url], {}, { then: 'confirm' }), { engine });
			expect(error?.message).toMatch(
				/^Items → Item 1 .* is "http.*", which is a web page, not a picture for print/,
			);
			expect(node.sandbox.control.orders()).toEqual([]);
			// A look for the order, and no more.
			expect(
				node.sandbox.control.requests().filter(({ path }) => !path.startsWith('/api/catalog-')),
			).toMatchObject([{ method: 'GET', path: '/api/orders/@SHOP-1001' }]);
		});

		it('a file that is too small leaves a draft that is reviewed, also in the next run', async () => {
			const url = files.put('/coarse.png', pngOf(times(area(), 0.25)));
			for (const outcome of ['placed', 'existing']) {
				const { items, error } = await node.run(orderOf([url], {}, { then: 'confirm' }), {
					engine,
				});
				expect(error).toBeUndefined();
				expect(items[0]?.json).toMatchObject({
					outcome,
					status: 'draft',
					toReview: [expect.stringMatching(/it is smaller$/)],
				});
			}
			expect(node.sandbox.control.orders()).toHaveLength(1);
		});

		it('a good file is placed and confirmed', async () => {
			const url = files.put('/fine.png', pngOf(area()));
			const { items } = await node.run(orderOf([url], {}, { then: 'confirm' }), { engine });
			expect(items[0]?.json).toMatchObject({ outcome: 'placed' });
			expect(items[0]?.json).not.toHaveProperty('warnings');
			expect(items[0]?.json.status).not.toBe('draft');
		});

		it('a file that is gone later does not matter to an order that is produced, and keeps a draft', async () => {
			// The service still has it.
			const goneForN8n: FileAnswer = (request, response) => {
				if (request.headers.range === undefined) response.writeHead(200).end(pngOf(area()));
				else response.writeHead(404).end();
			};
			const url = files.put('/later.png', pngOf(area()));
			const place = async (then: string) =>
				(await node.run(orderOf([url], {}, { then }), { engine })).items[0]?.json;
			expect(await place('draft')).toMatchObject({ outcome: 'placed' });
			files.put('/later.png', goneForN8n);
			expect(await place('confirm')).toMatchObject({
				outcome: 'existing',
				status: 'draft',
				toReview: [expect.stringMatching(/no file \(404\)/)],
			});
			files.put('/later.png', pngOf(area()));
			const confirmed = await place('confirm');
			expect(confirmed?.status).not.toBe('draft');
			files.put('/later.png', goneForN8n);
			const asked = files.asked.length;
			const again = await place('confirm');
			expect(again).toMatchObject({ outcome: 'existing' });
			expect(again).not.toHaveProperty('toReview');
			expect(files.asked).toHaveLength(asked);
		});
	},
);

describe('Check Print Files of what exists', () => {
	/** The order `SOURCE` in production, with this print file. */
	const produced = async (url: string): Promise<void> => {
		const { error } = await node.run({
			...orderOf([url], {}, { then: 'confirm' }),
			externalId: 'SOURCE',
		});
		expect(error).toBeUndefined();
		for (const step of ['inprocess', 'fulfilled', 'shipped'] as const) {
			await node.sandbox.control.stepOrder('@SOURCE', step);
		}
	};

	it.each([[[]], [['LINE-1']]])(
		'a reprint of %j whose file is gone is refused, and one that is read is placed',
		async (itemIds) => {
			const url = files.put('/again.png', pngOf(area()));
			await produced(url);
			files.put('/again.png', status(410));
			const reprint = {
				...reprintParameters('AGAIN-1', { checkPrintFiles: true }),
				itemIds,
			};
			const { error } = await node.run(reprint);
			expect(error?.message).toMatch(/no file \(410\)/);
			expect(node.sandbox.control.orders()).toHaveLength(1);
			const checked = await node.run({ ...reprint, thenReprint: 'check', then: 'check' });
			expect(checked.items[0]?.json.problems).toEqual([expect.stringMatching(/no file \(410\)/)]);
			files.put('/again.png', pngOf(area()));
			const { items } = await node.run(reprint);
			expect(items[0]?.json).toMatchObject({ outcome: 'placed' });
		},
	);

	it('the new file of an item is read before the item is changed', async () => {
		const url = files.put('/old.png', pngOf(area()));
		await node.run({ ...orderOf([url, url]), externalId: 'A-1' });
		const [order] = node.sandbox.control.orders();
		const change = async (path: string, answer: Buffer | FileAnswer, item = 0) =>
			await node.run({
				resource: 'orderItem',
				operation: 'update',
				orderId: locate('externalId', 'A-1'),
				orderItemId: locate('id', String(order?.items[item]?.id)),
				updateFields: { printFile: files.put(path, answer) },
				options: { checkPrintFiles: true },
			});
		const patches = () =>
			node.sandbox.control.requests().filter(({ method }) => method === 'PATCH').length;
		const refused = await change('/new.png', status(404));
		expect(refused.error?.message).toMatch(
			/^Update Fields → .* where its server finds no file \(404\)/,
		);
		expect(patches()).toBe(0);
		const warned = await change('/half.png', pngOf(times(area(), 0.5)));
		expect(warned.items[0]?.json.warnings).toEqual([
			expect.stringMatching(/^Update Fields → .*: it is smaller$/),
		]);
		const fine = await change('/new.png', pngOf(area()), 1);
		expect(fine.items[0]?.json).not.toHaveProperty('warnings');
		expect(patches()).toBe(2);
	});
});

describe('Check Print Files of a shop', () => {
	const shirtSku = (): string => shirt(node.sandbox).sku;
	const order = (properties: IDataObject[] = []): IDataObject =>
		shopifyOrder([shopifyLineOf(shirtSku(), { properties })]);
	const place = async (
		input: IDataObject,
		parameters: INodeParameters,
		options: INodeParameters = {},
	) =>
		await runNode(
			node,
			fromShop('shopify', {
				then: 'confirm',
				...parameters,
				options: { checkPrintFiles: true, maxWaitSeconds: 1, ...options },
			}),
			{ items: [input] },
		);

	it('artwork that is not there yet is waited for, and the order is placed once it is', async () => {
		const template = files
			.put('/art/', status(404))
			.replace(/$/, '{orderNumber}-{property:Name}.png');
		const input: IDataObject = {
			...order([{ name: 'Name', value: 'Zoë / Ada' }]),
			created_at: new Date().toISOString(),
		};
		const settings = { printFileFrom: 'template', printFileTemplate: template };
		const number = String(input.order_number);
		const path = `/art/${number}-Zo%C3%AB%20%2F%20Ada.png`;
		const first = await place(input, settings);
		expect(first.error).toBeUndefined();
		expect(first.items[0]?.json).toMatchObject({
			outcome: 'skipped',
			skipped: true,
			reason: expect.stringMatching(/^No artwork yet: http.*Zo%C3%AB%20%2F%20Ada\.png$/) as string,
		});
		expect(node.sandbox.control.orders()).toEqual([]);
		const checked = await place(input, { ...settings, then: 'check' });
		expect(checked.items[0]?.json.problems).toEqual([
			expect.stringMatching(/^Line 1 .* has no artwork yet: nothing is at "http/),
		]);
		// What comes next is the same where it was only checked: an artwork may still come for a day.
		const noArtwork = expect.stringMatching(/^No artwork yet: "http.*\.png"\.$/) as string;
		expect(first.items[0]?.json).toMatchObject({ next: 'wait', nextWhy: noArtwork });
		expect(checked.items[0]?.json).toMatchObject({ next: 'wait', nextWhy: noArtwork });
		files.put(path, pngOf(area()));
		const second = await place(input, settings);
		expect(second.items[0]?.json).toMatchObject({ outcome: 'placed' });
		expect(second.items[0]?.json.status).not.toBe('draft');
	});

	it('artwork that is gone, and a template of one file for all orders, are no artwork to come', async () => {
		const template = files.put('/art2/{orderNumber}.png', status(404));
		const input = order();
		files.put(`/art2/${String(input.order_number)}.png`, status(410));
		const gone = await place(input, { printFileFrom: 'template', printFileTemplate: template });
		expect(gone.error?.message).toMatch(/where its server finds no file \(410\)/);
		const all = await place(input, {
			printFileFrom: 'template',
			printFileTemplate: files.put('/{sku}.png', status(404)),
		});
		expect(all.error?.message).toMatch(/where its server finds no file \(404\)/);
	});

	it('what a buyer may have entered is read only from hosts that are listed', async () => {
		const url = files.put('/bought.png', pngOf(times(area(), 0.5)));
		const input = order([{ name: 'Print file', value: url }]);
		const unread = await place(input, { then: 'check' });
		expect(unread.items[0]?.json.problems).toEqual([]);
		expect(files.asked).toEqual([]);
		expect(unread.hints.map(({ message }) => message).join('\n')).toContain(
			'Print files of line properties were not opened',
		);
		const read = await place(input, { then: 'check' }, { printFileHosts: new URL(url).host });
		expect(read.items[0]?.json.toReview).toEqual([
			expect.stringMatching(/^Line 1 .*it is smaller$/),
		]);
		expect(files.asked).toEqual(['/bought.png bytes=0-262143']);
		// What SKU Mapping names is the owner's.
		files.asked.length = 0;
		await place(order(), {
			then: 'check',
			skuMapping: { row: [{ shopSku: shirtSku(), printFileUrl: url }] },
		});
		expect(files.asked).toEqual(['/bought.png bytes=0-262143']);
	});
});
