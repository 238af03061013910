import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	printFileUrlOf,
	printFileWarnings,
} from '../../../../nodes/PodFulfilment/order/items/printFile.ts';
import { expectPlainWords, refusedWith } from '../../transport/wording.ts';
import { itemWith } from './variants.ts';

const FIELD = 'Items → Item 2 → Placements → Placement 1 → Print File';

describe('The URL of a print file (section 2, Layer)', () => {
	it('any web address is accepted, and stays as it was entered', () => {
		fc.assert(
			fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
				expect(printFileUrlOf(` ${url}\n`, FIELD)).toBe(url);
			}),
		);
	});

	it.each([
		'HTTPS://FILES.EXAMPLE.COM/A.PNG',
		'http://127.0.0.1:4010/files/motif.png',
		'https://files.example.com/my motif ä.png',
		'https://user:key@files.example.com/motif.png?signature=a%2Bb',
		'https://files.example.com/copy of https.png',
		'https://resize.example.com/?source=https://files.example.com/a.png',
	])('a print file may be %s', (url) => {
		expect(printFileUrlOf(url, FIELD)).toBe(url);
	});

	it.each([
		'motif.png',
		'/files/motif.png',
		'//files.example.com/motif.png',
		'files.example.com/motif.png',
		'C:\\prints\\motif.png',
		'file:///home/shop/motif.png',
		'ftp://files.example.com/motif.png',
		's3://bucket/motif.png',
		'data:image/png;base64,iVBORw0KGgo=',
		'javascript:alert(1)',
		'https:files.example.com/motif.png',
		'https://',
		'https:///motif.png',
		'https://files example.com/motif.png',
		'https://files.example.com/mo\ttif.png',
		'https://files.example.com/mo\rtif.png',
		'https://files.example.com/a.png https://files.example.com/b.png',
		'https://files.example.com/a.png HTTP://files.example.com/b.png',
		'see https://files.example.com/a.png',
		'https://files.example.com:port/motif.png',
		'https://files.example.com/a.png\nhttps://files.example.com/b.png',
		'iVBORw0KGgo'.repeat(1000),
	])('a print file is refused with its field when it is %j', (url) => {
		const error = refusedWith(() => printFileUrlOf(url, FIELD));
		expect(error.message).toSatisfy((text: string) => text.startsWith(`${FIELD} is "`));
		expect(error.message).toContain('https://');
		expect(error.message.length).toBeLessThan(250);
		expectPlainWords(error);
	});

	it.each(['[object Object]', 'undefined'])('a print file is refused if it is %j', (url) => {
		expect(refusedWith(() => printFileUrlOf(url, FIELD)).message).toContain(`"${url}"`);
	});
});

const warningsFor = (...urls: string[]): string[] =>
	printFileWarnings(
		itemWith(urls.map((url) => ({ layers: [{ url, type: 'file' }] }))),
		'Items → Item 2',
	);

describe('A print file that is a page of a file-sharing site', () => {
	it.each([
		[
			'https://drive.google.com/file/d/1a-B_c/view?usp=sharing',
			'Google Drive',
			'uc?export=download&id=1a-B_c',
		],
		['https://drive.google.com/open?id=1a-B_c', 'Google Drive', 'uc?export=download&id=1a-B_c'],
		['https://drive.google.com/drive/folders/1a-B_c', 'Google Drive', 'with the ID of the file'],
		[
			'https://docs.google.com/document/d/1a-B_c/edit',
			'Google Drive',
			'uc?export=download&id=1a-B_c',
		],
		['https://drive.google.com/uc/file/d/1a/view', 'Google Drive', 'uc?export=download&id=1a'],
		['https://drive.google.com/my/uc?id=1a', 'Google Drive', 'uc?export=download&id=1a'],
		['https://docs.google.com/exported/d/1a', 'Google Drive', 'uc?export=download&id=1a'],
		['https://photos.google.com/share/abc', 'Google Photos', 'storage'],
		['https://photos.app.goo.gl/abc', 'Google Photos', 'storage'],
		['https://www.dropbox.com/s/abc/motif.png?dl=0', 'Dropbox', 'raw=1'],
		['https://www.dropbox.com/scl/fi/abc/motif.png?rlkey=k&dl=0', 'Dropbox', 'raw=1'],
		['https://www.dropbox.com/s/abc/motif.png', 'Dropbox', 'raw=1'],
		['https://1drv.ms/i/s!abc', 'OneDrive', 'download=1'],
		['https://onedrive.live.com/?id=abc', 'OneDrive', 'download=1'],
		['https://shop-my.sharepoint.com/:i:/g/personal/abc', 'OneDrive', 'download=1'],
		['https://shop.sharepoint.com/downloads/abc', 'OneDrive', 'download=1'],
		['https://shop.sharepoint.com/download.aspx/abc', 'OneDrive', 'download=1'],
		['https://onedrive.live.com/?download=0', 'OneDrive', 'download=1'],
		['https://app.box.com/s/shared/static/abc', 'Box', 'Direct Link'],
		['https://www.canva.com/design/abc/view', 'Canva', 'Download the design'],
		['https://canva.com/design/abc', 'Canva', 'Download the design'],
		['https://www.icloud.com/iclouddrive/abc#motif.png', 'iCloud', 'storage'],
		['https://share.icloud.com/photos/abc', 'iCloud', 'storage'],
		['https://wetransfer.com/downloads/abc', 'WeTransfer', 'storage'],
		['https://we.tl/t-abc', 'WeTransfer', 'storage'],
		['https://app.box.com/s/abc', 'Box', 'Direct Link'],
		['https://mega.nz/file/abc#key', 'MEGA', 'storage'],
		['HTTPS://WWW.DROPBOX.COM/s/abc/motif.png?dl=0', 'Dropbox', 'raw=1'],
	])('a page of a file-sharing site gets a warning with what to do: %s', (url, site, advice) => {
		const [warning, ...others] = warningsFor('https://files.example.com/motif.png', url);
		expect(others).toEqual([]);
		expect(warning).toMatch(/^Items → Item 2: the print file "https?:/i);
		expect(warning).toContain(`is a page of ${site}, not a file`);
		expect(warning).toContain(advice);
	});

	it('no warning is given when the link leads to the file itself', () => {
		expect(
			warningsFor(
				'https://drive.google.com/uc?export=download&id=1a-B_c',
				'https://drive.usercontent.google.com/download?id=1a-B_c',
				'https://docs.google.com/presentation/d/1a-B_c/export/png',
				'https://www.dropbox.com/s/abc/motif.png?raw=1',
				'https://www.dropbox.com/s/abc/motif.png?dl=1',
				'https://dl.dropboxusercontent.com/s/abc/motif.png',
				'https://dl.dropbox.com/s/abc/motif.png',
				'https://docs.google.com/presentation/d/1a-B_c/export',
				'https://shop-my.sharepoint.com/:i:/g/personal/abc?download=1',
				'https://shop.sharepoint.com/_layouts/15/download.aspx?id=abc',
				'https://onedrive.live.com/download?id=abc',
				'https://app.box.com/shared/static/abc.png',
				'https://notdropbox.com/s/abc/motif.png?dl=0',
				'https://files.example.com/www.dropbox.com/motif.png?dl=0',
			),
		).toEqual([]);
	});

	it.each([
		[
			'https://drive.google.com/file/d/1a/view',
			'Share the file with anyone who has the link, and enter https://drive.google.com/uc?export=download&id=1a',
		],
		[
			'https://drive.google.com/drive/my-drive',
			'Share the file with anyone who has the link, and enter https://drive.google.com/uc?export=download&id= with the ID of the file behind it',
		],
		[
			'https://we.tl/t-1',
			'Its links never lead to the file itself: put the file on a web server or in storage with public addresses.',
		],
	])('the advice for %s is whole', (url, advice) => {
		expect(warningsFor(url)[0]).toSatisfy((text: string) =>
			text.endsWith(`, not a file. ${advice}`),
		);
	});

	it('no warning is given for a print file that was refused', () => {
		expect(printFileWarnings({ placements: [{ layers: [{ type: 'file' }] }] }, 'Item')).toEqual([]);
	});

	it('the warning is given once for each print file', () => {
		expect(warningsFor('https://we.tl/t-1', 'https://we.tl/t-2')).toHaveLength(2);
		expect(printFileWarnings({}, 'Items → Item 2')).toEqual([]);
	});
});

describe('A print file that is a page by its address', () => {
	const warningsOf = (url: string) =>
		printFileWarnings({ placements: [{ layers: [{ url, type: 'file' }] }] }, 'Line 1');

	it.each([
		'https://f.test/',
		'https://f.test',
		'https://f.test/#top',
		'https://f.test/design.html',
		'https://f.test/design.HTM',
		'https://f.test/a/index.php?id=7',
	])('%s gets a warning', (url) => {
		expect(warningsOf(url)).toEqual([
			expect.stringMatching(
				/^Line 1: the print file .* is a web page by its address, not a file\./,
			),
		]);
	});

	it.each([
		'https://f.test/design.png',
		'https://f.test/download',
		'https://f.test/?file=design.png',
		'https://f.test/html',
		'https://f.test/design.html.png',
	])('%s gets none', (url) => {
		expect(warningsOf(url)).toEqual([]);
	});
});
