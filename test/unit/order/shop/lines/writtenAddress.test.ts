import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { linePlacements } from '../../../../../nodes/PodFulfilment/order/shop/lines/placements.ts';
import {
	isFile,
	writtenAddress,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/printFileProperty.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';
import { itemLine, ourLine } from './composeWith.ts';

/** The address that is sent for the property 'Print file' of a line with this value. */
const sentFor = (value: unknown, hosts: string[] = []): unknown =>
	linePlacements(
		ourLine(
			{ line: itemLine({ properties: [{ names: ['Print file'], value }] }) },
			{ printFile: { property: 'Print file', placements: [], hosts } },
		),
	)[0]?.layers[0]?.url;

describe('The address of a print file in a line', () => {
	it.each([
		['https://a.example/x.png?w=1&#038;h=2', 'https://a.example/x.png?w=1&h=2'],
		['https://a.example/x.png?w=1&amp;h=2', 'https://a.example/x.png?w=1&h=2'],
		['https://a.example/x.png?w=1&#38;h=2', 'https://a.example/x.png?w=1&h=2'],
		['https://a.example/Logo (1).png', 'https://a.example/Logo%20(1).png'],
		['https://a.example/My logo, red.PDF', 'https://a.example/My%20logo,%20red.PDF'],
		['https://a.example/a\u00A0b.jpg', 'https://a.example/a%C2%A0b.jpg'],
		['//cdn.example/x.png', 'https://cdn.example/x.png'],
		['<a href="https://a.example/x.png">x.png</a>', 'https://a.example/x.png'],
		[
			"<a target=_blank href='//a.example/x.png?a=1&amp;b=2'>x</a>",
			'https://a.example/x.png?a=1&b=2',
		],
		['<img src="https://a.example/x.png" />', 'https://a.example/x.png'],
		['<a class=file href=https://a.example/x.png>x.png</a>', 'https://a.example/x.png'],
		['<IMG\nSRC = //a.example/x.png>', 'https://a.example/x.png'],
		['"https://a.example/x.png"', 'https://a.example/x.png'],
		[' "https:\\/\\/a.example\\/Logo (1).png" ', 'https://a.example/Logo%20(1).png'],
		[
			'<a href="https://a.example/x.png"><img src="https://a.example/x.png"></a>',
			'https://a.example/x.png',
		],
		[['https://a.example/x.png'], 'https://a.example/x.png'],
		['["https://a.example/x.png"]', 'https://a.example/x.png'],
		[' [ "https:\\/\\/a.example\\/Logo (1).png" ] ', 'https://a.example/Logo%20(1).png'],
		[{ file: 'cake.png', url: 'https://a.example/x.png' }, 'https://a.example/x.png'],
		[[{ name: 'cake.png', file_url: '//a.example/a b.png' }], 'https://a.example/a%20b.png'],
		['{"file":"cake.png","url":"https:\\/\\/a.example\\/x.png"}', 'https://a.example/x.png'],
		['[{"src":"https://a.example/x.png","size":12}]', 'https://a.example/x.png'],
		['["//cdn.example/x.png?a=1&amp;b=2"]', 'https://cdn.example/x.png?a=1&b=2'],
		['https://a.example/x.png ($5.00)', 'https://a.example/x.png'],
		['https://a.example/x.png +£5.00', 'https://a.example/x.png'],
		['https://a.example/x.png&nbsp;&nbsp;+&pound;5.00', 'https://a.example/x.png'],
		['https://a.example/x+£5', 'https://a.example/x+£5'],
		['https://a.example/x(€5)', 'https://a.example/x(€5)'],
		['https://a.example/w_100,h_100/x.png', 'https://a.example/w_100,h_100/x.png'],
		[
			'https://proxy.example/?u=https://a.example/x.png',
			'https://proxy.example/?u=https://a.example/x.png',
		],
		[
			'https://proxy.example/?src=https://a.example/x.png&href=https://a.example/',
			'https://proxy.example/?src=https://a.example/x.png&href=https://a.example/',
		],
	])('%j is sent as %s', (value, expected) => {
		expect(sentFor(value)).toBe(expected);
	});

	it.each([
		...[
			'png',
			'jpg',
			'jpeg',
			'pdf',
			'svg',
			'tif',
			'tiff',
			'webp',
			'gif',
			'eps',
			'ai',
			'psd',
			'PNG',
		],
	])('may have blanks before the end of a file that is printed: %s', (extension) => {
		const address = `https://a.example/Team logo.${extension}`;
		expect(sentFor(address)).toBe(address.replace(' ', '%20'));
		const other = `${address} back.${extension}`;
		expect(refusedWith(() => sentFor(other)).message).toMatch(/more than the address of one file$/);
		expect(isFile(` Team logo.${extension} `)).toBe(true);
		for (const none of [
			`Team logo.${extension}s`,
			`Team logo ${extension}`,
			[`Team logo.${extension}`],
			undefined,
		]) {
			expect(isFile(none)).toBe(false);
		}
	});

	const ADDRESS_FIELDS = [
		...['url', 'src', 'href', 'link', 'file_url', 'download_url', 'file', 'path'],
	];

	it.each(ADDRESS_FIELDS)('of an upload is in its field %s', (field) => {
		const upload = (address: string) => ({ id: 7, name: 'cake.png', [field]: address });
		for (const address of ['https://a.example/x.png', 'http://a.example/x.png']) {
			expect(writtenAddress(upload(address))).toBe(address);
			expect(writtenAddress([upload(` ${address} `)])).toBe(address);
			expect(writtenAddress(JSON.stringify(upload(address)))).toBe(address);
		}
		expect(writtenAddress(upload('//a.example/x.png'))).toBe('https://a.example/x.png');
	});

	it.each(ADDRESS_FIELDS)('of an upload is in another field where %s is none', (field) => {
		const [other = ''] = ADDRESS_FIELDS.filter((name) => name !== field).slice(-1);
		for (const none of ['uploads//2026/x.png', 'x.png of https://a.example/shop', 7, null]) {
			const upload = { [field]: none, [other]: 'https://a.example/x.png' };
			expect(writtenAddress(upload)).toBe('https://a.example/x.png');
		}
	});

	it.each(['///srv/art/x.png', '//', '/art/x.png'])('a path stays one: %s', (value) => {
		expect(writtenAddress(value)).toBe(value);
	});

	it.each(['["https://a.example/x.png",7]', '[null,"https://a.example/x.png"]', '[7]', '7', '{}'])(
		'%s is no list of addresses, and stays as it is written',
		(value) => {
			expect(writtenAddress(value)).toBe(value);
		},
	);

	it('a signed address stays as it is written', () => {
		const part = fc.stringMatching(/^(?:[\w.~!$'()*+=:@/?-]|%[\dA-Fa-f]{2}){0,60}$/);
		fc.assert(
			fc.property(part, part, (path, query) => {
				fc.pre(!/(?:https?:)?\/\//i.test(path + query));
				const address = `https://s3.example/${path}?X-Amz-Signature=${query}&x=%2F`;
				expect(sentFor(address)).toBe(address);
			}),
			{ seed: 20_261_125, numRuns: 300 },
		);
	});

	it.each([
		'https://a.example/x.png,https://a.example/y.png',
		'https://a.example/x.png;https://a.example/y.png',
		'https://a.example/x.png | https://a.example/y.png',
		'https://a.example/x.png https://a.example/y.png',
		'https://a.example/x.png\nhttps://a.example/y.png',
		'https://a.example/x.png, //a.example/y.png',
		'<a href="https://a.example/x.png">x</a> <a href="https://a.example/y.png">y</a>',
		'<a href="https://a.example/x.png"><img src="https://a.example/small.png"></a>',
		'<img src="https://a.example/blank.png" data-src="https://a.example/x.png">',
		'["https://a.example/x.png","https://a.example/y.png"]',
		'[ "https:\\/\\/a.example\\/x.png", "//a.example/y.png" ]',
		['https://a.example/x.png', '//a.example/y.png'],
		[{ url: 'https://a.example/x.png' }, { url: 'https://a.example/y.png' }],
	])('several are refused: %j', (value) => {
		const refused = refusedWith(() => sentFor(value));
		expect(refused.message).toMatch(
			/^Line 1 → Property "Print file" is .*, which is more than the address of one file$/s,
		);
		expectPlainWords(refused);
	});

	it.each([
		'https://a.example/x.png (1.2 MB)',
		'https://a.example/x.png front.png',
		'https://a.example/x and more',
		'https://a.example/x.png\nfront',
		'https://a.example/team\nlogo.png',
		'logo — https://a.example/x.png?sig=ab12',
		'see https://a.example/x and more',
		'http://a.example/x and more',
		'https://a.example/x(€ 5.00)',
		'Front: <a href="https://a.example/x.png">x.png</a>',
		'"https://a.example/x.png" front',
	])('an address with other text is refused: %j', (value) => {
		const refused = refusedWith(() => sentFor(value));
		expect(refused.message).toMatch(/more than the address of one file$/);
		expectPlainWords(refused);
	});

	it('the host is judged by the address that is sent', () => {
		expect(sentFor('<a href="//cdn.example/x.png">x</a>', ['cdn.example'])).toBe(
			'https://cdn.example/x.png',
		);
		expect(() =>
			sentFor('<a href="//other.example/x.png">cdn.example</a>', ['cdn.example']),
		).toThrow(/other\.example/);
	});

	it.each([
		[['https://a.example/x.png', 'front']],
		[['https://a.example/x.png', null]],
		[[{ url: 'https://a.example/x.png' }, {}, 7]],
		[{ url: 'x' }],
		[7],
		[[]],
	])('%j is no address', (value) => {
		expect(() => sentFor(value)).toThrow(/must be the address of one print file/);
	});
});
