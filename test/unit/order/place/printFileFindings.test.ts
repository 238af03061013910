import { PassThrough } from 'node:stream';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { FileOrigin } from '../../../../nodes/PodFulfilment/order/composedOrder.ts';
import { problemTexts, problemsIn } from '../../../../nodes/PodFulfilment/order/findings.ts';
import {
	artworkMissingIn,
	printFileFindings,
} from '../../../../nodes/PodFulfilment/order/place/printFileFindings.ts';
import { createClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import type { Caller } from '../../../../nodes/PodFulfilment/transport/types.ts';
import { jpegOf, pngOf } from '../../../support/printFiles/pictures.ts';

const FILE = 'https://files.example.com/a.png';
const AREA = { width: 400, height: 300 };

type Answer = Buffer | number | Error;

const itemOf = (
	url: unknown,
	position: IDataObject | undefined = AREA,
	type = 'front',
): IDataObject => ({
	placements: [{ type, layers: [{ url, ...(position && { position }) }] }],
});

async function findingsOf(
	items: IDataObject[],
	answer: Answer | ((url: string) => Answer),
	fileOrigin?: (index: number) => FileOrigin | undefined,
	exists = false,
) {
	const asked: string[] = [];
	const httpRequest = async ({ url }: IHttpRequestOptions): Promise<unknown> => {
		asked.push(url);
		const given = typeof answer === 'function' ? answer(url) : answer;
		if (given instanceof Error) throw given;
		if (typeof given === 'number') return { statusCode: given, headers: {}, body: '' };
		const body = new PassThrough();
		body.end(given);
		return await Promise.resolve({ statusCode: 200, headers: {}, body });
	};
	const caller = { helpers: { httpRequest } } as unknown as Caller;
	const credential = { baseUrl: 'https://api.example.com', apiKey: 'key-1234567890' };
	const labelOf = (path: string) => `At ${path}`;
	const order = { body: { orderItems: items }, labelOf, fileOrigin };
	const found = await printFileFindings(createClient(caller, credential), order, exists);
	const texts = found.map((finding) =>
		finding.level === 'problem'
			? `problem: ${problemTexts([finding.problem]).join('')}`
			: `${finding.level}: ${finding.kind ?? finding.text}`,
	);
	return { found, asked, texts };
}

const AT = 'At orderItems[0].placements[0].layers[0].url';
const READ = 'notice: readFiles';

describe('What is wrong with print files', () => {
	it.each<[string, Answer, string, RegExp]>([
		[
			'a server that keeps it from n8n',
			401,
			FILE,
			/^warning: At .* is kept from n8n by its server \(401\): check that the fulfilment service may read it$/,
		],
		[
			"n8n's own protection",
			new Error('The request was blocked because it resolves to a restricted IP address'),
			FILE,
			/^warning: .* could not be checked: the settings of n8n do not allow/,
		],
		[
			'an internal address',
			404,
			'http://10.0.0.1/a.png',
			/^review: .* could not be checked: its address is on this machine or in a private network/,
		],
		['a status that says nothing', 451, FILE, /^review: .* status 451$/],
		[
			'a link of Airtable',
			pngOf(AREA),
			'https://v5.airtableusercontent.com/v3/u/1/a.png',
			/^warning: .* has a link that works until /,
		],
	])('%s', async (_, answer, url, text) => {
		const { texts } = await findingsOf([itemOf(url)], answer);
		expect(texts).toEqual([expect.stringMatching(text), READ]);
	});

	it.each<[IDataObject, string | undefined]>([
		[{ width: 400, height: 300 }, undefined],
		[{ width: 400.9, height: 300.4 }, undefined],
		[{ width: 200, height: 151 }, undefined],
		[{ width: 401, height: 300 }, 'it is smaller'],
		[{ width: 200, height: 148 }, 'it has another shape'],
		[{ width: 800, height: 300 }, 'it is smaller, and it has another shape'],
		[{ width: 0, height: 300 }, undefined],
		[{ width: '400', height: '301' }, undefined],
	])('a picture of 400 × 300 on an area of %j: %s', async (position, misfit) => {
		const { texts } = await findingsOf([itemOf(FILE, position)], pngOf(AREA));
		const { width, height } = position;
		const text = `review: ${AT}: the print file "${FILE}" has 400 × 300 pixels, and placement "front" has ${String(width)} × ${String(height)}: ${misfit}`;
		expect(texts).toEqual(misfit === undefined ? [READ] : [text, READ]);
	});

	it('a turned picture is reviewed also where no area is known, and any other is not', async () => {
		const turned = jpegOf(AREA, 'JPEG with EXIF orientation 3');
		const noArea = { placements: [{ type: 'front', layers: [{ url: FILE }] }] };
		expect((await findingsOf([noArea], turned)).texts).toEqual([
			`review: ${AT}: the print file "${FILE}" has 400 × 300 pixels: its EXIF data turns it, which may be ignored in print`,
			READ,
		]);
		expect((await findingsOf([noArea], pngOf(AREA))).texts).toEqual([READ]);
	});

	it('a file is named once for each size that it does not fit, at its first use', async () => {
		const items = [
			itemOf(FILE, { width: 800, height: 600 }),
			itemOf(FILE, { width: 800, height: 600 }),
			itemOf(FILE, { width: 900, height: 900 }, 'back'),
		];
		const { texts, asked } = await findingsOf(items, pngOf(AREA));
		expect(texts).toEqual([
			expect.stringMatching(/^review: At orderItems\[0\].*"front" has 800 × 600: it is smaller$/),
			expect.stringMatching(/^review: At orderItems\[0\].*"back" has 900 × 900/),
			READ,
		]);
		expect(asked).toEqual([FILE]);
	});

	it.each([[[]], [[{}]], [[itemOf(undefined)]], [[itemOf('no address')]], [undefined]])(
		'nothing is read of %j',
		async (items) => {
			const { texts, asked } = await findingsOf(items as IDataObject[], 404);
			expect([texts, asked]).toEqual([[], []]);
		},
	);

	it.each([
		['buyer', 'unreadFiles'],
		['row', 'unreadColumnFiles'],
	] as const)('a file of a %s is not read, and another of the same order is', async (by, kind) => {
		const other = 'https://files.example.com/b.png';
		const { texts, asked } = await findingsOf(
			[itemOf(FILE), itemOf(other)],
			pngOf(AREA),
			(index) => (index === 0 ? by : undefined),
		);
		expect(texts).toEqual([READ, `notice: ${kind}`]);
		expect(asked).toEqual([other]);
	});

	it('artwork that is missing is told apart from a file that is', async () => {
		const own = await findingsOf([itemOf(FILE)], 404, () => 'ownFile');
		expect(artworkMissingIn(own.found)).toBe(FILE);
		expect(problemTexts(problemsIn(own.found))).toEqual([
			`${AT} has no artwork yet: nothing is at "${FILE}". Nothing is placed until the file is there: run the node again then.`,
		]);
		const owners = await findingsOf([itemOf(FILE)], 404);
		expect(artworkMissingIn(owners.found)).toBeUndefined();
		expect(artworkMissingIn([...own.found, ...owners.found])).toBeUndefined();
		expect(artworkMissingIn([])).toBeUndefined();
		// One file that is somebody's own and everybody's is everybody's.
		const both = await findingsOf([itemOf(FILE), itemOf(FILE)], 404, (index) =>
			index === 0 ? 'ownFile' : undefined,
		);
		expect(artworkMissingIn(both.found)).toBeUndefined();
	});

	it('of a draft that exists problems are reviews, which end once it is produced', async () => {
		const { found } = await findingsOf([itemOf(FILE)], 410, undefined, true);
		expect(found[0]).toEqual({
			level: 'review',
			text: `${AT} is "${FILE}", where its server finds no file (410). Upload the file, or correct its address.`,
			about: 'printFile',
			isOfNew: true,
		});
	});

	it('a host that no DNS has is neither parsed nor asked: Create refuses it as no address', async () => {
		const { asked, texts } = await findingsOf(
			[itemOf(`https://${'가'.repeat(64)}.example/a.png`)],
			pngOf(AREA),
		);
		expect({ asked, texts }).toEqual({ asked: [], texts: [] });
	});
});
