import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	printFileUrlOf,
	printFileWarnings,
} from '../../../../nodes/PodFulfilment/order/compose/printFile.ts';
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

describe('A print file that is a page of a file-sharing site', () => {
	const adviceFor = (url: string) => refusedWith(() => printFileUrlOf(url, FIELD)).description;

	it.each([
		[
			'https://drive.google.com/file/d/1a-B_c/view?usp=sharing',
			'https://drive.google.com/uc?export=download&id=1a-B_c',
		],
		[
			'https://drive.google.com/open?id=1a-B_c',
			'https://drive.google.com/uc?export=download&id=1a-B_c',
		],
		[
			'https://drive.google.com/file/d/1a-B_c/view?resourcekey=0-k&usp=sharing',
			'https://drive.google.com/uc?export=download&id=1a-B_c&resourcekey=0-k',
		],
		[
			'https://drive.google.com/file/u/0/d/1a-B_c/preview',
			'https://drive.google.com/uc?export=download&id=1a-B_c',
		],
		[
			'https://drive.google.com/uc/file/d/1a/view',
			'https://drive.google.com/uc?export=download&id=1a',
		],
		['https://drive.google.com/my/uc?id=1a', 'https://drive.google.com/uc?export=download&id=1a'],
		[
			'https://docs.google.com/document/d/1a-B_c/edit',
			'https://docs.google.com/document/d/1a-B_c/export?format=pdf',
		],
		[
			'https://docs.google.com/presentation/u/0/d/1a-B_c/edit#slide=id.p',
			'https://docs.google.com/presentation/d/1a-B_c/export/pdf',
		],
		[
			'https://docs.google.com/drawings/d/1a-B_c/edit',
			'https://docs.google.com/drawings/d/1a-B_c/export/png',
		],
		[
			'https://www.dropbox.com/s/abc/motif.png?dl=0',
			'https://www.dropbox.com/s/abc/motif.png?raw=1',
		],
		['https://www.dropbox.com/s/abc/motif.png', 'https://www.dropbox.com/s/abc/motif.png?raw=1'],
		[
			'HTTPS://WWW.DROPBOX.COM/s/abc/motif.png?dl=0',
			'https://www.dropbox.com/s/abc/motif.png?raw=1',
		],
		[
			'https://www.dropbox.com/scl/fi/abc/motif%20one.png?rlkey=k&st=s&dl=0',
			'https://www.dropbox.com/scl/fi/abc/motif%20one.png?rlkey=k&st=s&raw=1',
		],
		['https://1drv.ms/i/s!abc', 'https://1drv.ms/i/s!abc?download=1'],
		['https://onedrive.live.com/?id=abc', 'https://onedrive.live.com/?id=abc&download=1'],
		['https://onedrive.live.com/?download=0', 'https://onedrive.live.com/?download=1'],
		[
			'https://shop-my.sharepoint.com/:i:/g/personal/abc?e=1x',
			'https://shop-my.sharepoint.com/:i:/g/personal/abc?e=1x&download=1',
		],
		[
			'https://shop.sharepoint.com/download.aspx/abc',
			'https://shop.sharepoint.com/download.aspx/abc?download=1',
		],
	])('%s is refused with the address to enter, which is accepted', (url, direct) => {
		expect(adviceFor(url)).toSatisfy((text: string) => text.startsWith(`Enter ${direct} `));
		expect(printFileUrlOf(direct, FIELD)).toBe(direct);
	});

	it.each([
		[
			'https://drive.google.com/drive/folders/1a-B_c',
			'Enter https://drive.google.com/uc?export=download&id= with the ID of the file behind it, and share the file with anyone who has the link.',
		],
		[
			'https://docs.google.com/document/d/e/2PACX-1v/pub',
			'Enter https://drive.google.com/uc?export=download&id= with the ID of the file behind it, and share the file with anyone who has the link.',
		],
		[
			'https://www.dropbox.com/scl/fo/abc/folder?rlkey=k&dl=0',
			'Open the file there, copy its own link, and replace dl=0 by raw=1 at the end of it.',
		],
		[
			'https://www.dropbox.com/home/motif.png',
			'Open the file there, copy its own link, and replace dl=0 by raw=1 at the end of it.',
		],
		['https://app.box.com/s/abc', "Enter the Direct Link from the link's settings."],
		['https://app.box.com/s/shared/static/abc', "Enter the Direct Link from the link's settings."],
		[
			'https://www.canva.com/design/abc/view',
			'Download the design, and put the file on a web server or in storage with public addresses.',
		],
		[
			'https://canva.link/abc',
			'Download the design, and put the file on a web server or in storage with public addresses.',
		],
	])('%s, which does not tell the file, is refused with what to do', (url, advice) => {
		expect(adviceFor(url)).toBe(advice);
	});

	it.each([
		'https://photos.google.com/share/abc',
		'https://photos.app.goo.gl/abc',
		'https://www.icloud.com/iclouddrive/abc#motif.png',
		'https://share.icloud.com/photos/abc',
		'https://wetransfer.com/downloads/abc',
		'https://we.tl/t-abc',
		'https://mega.nz/file/abc#key',
	])('%s, of a site whose links never lead to the file, is refused', (url) => {
		expect(adviceFor(url)).toBe(
			'Its links never lead to the file itself: put the file on a web server or in storage with public addresses.',
		);
	});

	it.each([
		['https://drive.google.com/file/d/1a/view', 'Google Drive'],
		['https://photos.app.goo.gl/abc', 'Google Photos'],
		['https://www.dropbox.com/s/abc/motif.png', 'Dropbox'],
		['https://1drv.ms/i/s!abc', 'OneDrive'],
		['https://shop.sharepoint.com/downloads/abc', 'OneDrive'],
		['https://canva.com/design/abc', 'Canva'],
	])('the message for %s names the field and the site', (url, site) => {
		const error = refusedWith(() => printFileUrlOf(url, FIELD));
		expect(error.message).toBe(`${FIELD} is "${url}", which is a page of ${site}, not a file`);
		expectPlainWords(error);
	});

	it.each([
		'https://drive.google.com/uc?export=download&id=1a-B_c',
		'https://drive.google.com/u/0/uc?id=1a-B_c&export=download',
		'https://drive.google.com/a/shop.example/uc?id=1a-B_c',
		'https://drive.google.com/thumbnail?id=1a-B_c&sz=w4000',
		'https://drive.usercontent.google.com/download?id=1a-B_c',
		'https://docs.google.com/presentation/d/1a-B_c/export/png',
		'https://docs.google.com/presentation/d/1a-B_c/export',
		'https://docs.google.com/drawings/d/e/2PACX-1v/pub?w=960&h=720',
		'https://www.dropbox.com/s/abc/motif.png?raw=1',
		'https://www.dropbox.com/s/abc/motif.png?dl=1',
		'https://www.dropbox.com/s/raw/abc/motif.png',
		'https://dl.dropboxusercontent.com/s/abc/motif.png',
		'https://dl.dropbox.com/s/abc/motif.png',
		'https://shop-my.sharepoint.com/:i:/g/personal/abc?download=1',
		'https://shop.sharepoint.com/_layouts/15/download.aspx?id=abc',
		'https://onedrive.live.com/download?id=abc',
		'https://download.wetransfer.com/abc/motif.png?token=t',
		'https://app.box.com/shared/static/abc.png',
		'https://app.box.com/index.php?rm=box_download_shared_file&file_id=f_1',
		'https://api.box.com/2.0/files/1/content?access_token=t',
		'https://export-download.canva.com/abc/motif.png?X-Amz-Expires=1',
		'https://notdropbox.com/s/abc/motif.png?dl=0',
		'https://files.example.com/www.dropbox.com/motif.png?dl=0',
	])('%s, which leads to the file itself, is accepted', (url) => {
		expect(printFileUrlOf(url, FIELD)).toBe(url);
		expect(printFileWarnings(itemWith([{ layers: [{ url, type: 'file' }] }]), 'Item')).toEqual([]);
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
		'https://f.test/index.php?gf-download=2026%2F11%2Fdesign.png&form-id=1&hash=ab12',
	])('%s gets none', (url) => {
		expect(warningsOf(url)).toEqual([]);
	});

	it('the warning is given once for each print file, and not for one that was refused', () => {
		const layers = [{ url: 'https://f.test/' }, { type: 'file' }, { url: 'https://f.test/a.html' }];
		const warnings = printFileWarnings({ placements: [{ layers }] } as never, 'Line 1');
		expect(warnings).toHaveLength(2);
		expect(printFileWarnings({}, 'Line 1')).toEqual([]);
	});
});

describe('A print file that is no picture by its address', () => {
	const warningsOf = (url: string) =>
		printFileWarnings({ placements: [{ layers: [{ url, type: 'file' }] }] }, 'Line 1');

	it.each([
		['https://f.test/zakeke/1001.zip', 'an archive'],
		['https://f.test/a.tar.gz?sig=1', 'an archive'],
		['https://f.test/A.RAR#x', 'an archive'],
		['https://f.test/design.docx', 'a document'],
		['https://f.test/design.json', 'a document'],
		['https://f.test/IMG_0042.HEIC', 'a photo as phones keep it'],
		['https://f.test/clip.mp4', 'a film or a sound'],
	])('%s gets a warning', (url, kind) => {
		expect(warningsOf(url)).toEqual([
			`Line 1: the print file "${url}" is ${kind} by its address, not a picture. Enter the address of the picture itself.`,
		]);
	});

	it.each([
		['an archive', 'zip rar 7z tar gz tgz'],
		['a document', 'doc docx odt rtf txt pages xls xlsx csv ods numbers ppt pptx odp key json xml'],
		['a photo as phones keep it', 'heic heif'],
		['a film or a sound', 'mp4 m4v mov avi webm mp3 wav m4a'],
	])('an address is one of %s by each of the ends %s', (kind, ends) => {
		for (const end of ends.split(' ')) {
			for (const name of [`design.${end}`, `DESIGN.${end.toUpperCase()}`, `front.png.${end}`]) {
				expect(warningsOf(`https://f.test/orders/1001/${name}`)).toEqual([
					expect.stringContaining(`${name}" is ${kind} by its address`),
				]);
			}
			for (const name of [`design-${end}`, `${end}`, `design.${end}.png`, `design.x${end}`]) {
				expect(warningsOf(`https://f.test/orders/1001/${name}`)).toEqual([]);
			}
		}
	});

	it.each([
		...['png', 'jpg', 'jpeg', 'pdf', 'svg', 'tif', 'tiff', 'webp', 'gif', 'eps', 'ai', 'psd'].map(
			(end) => `https://f.test/design.${end}`,
		),
		'https://f.test/zip',
		'https://f.test/design.zip.png',
		'https://f.test/design.png?from=a.zip',
		'https://zip/design',
	])('%s gets none', (url) => {
		expect(warningsOf(url)).toEqual([]);
	});
});
