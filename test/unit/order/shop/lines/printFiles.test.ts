import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CatalogVariant } from '../../../../../nodes/PodFulfilment/api/catalog/catalogVariant.ts';
import { fileNamesOf } from '../../../../../nodes/PodFulfilment/order/shop/lines/printFileProperty.ts';
import {
	fileByTemplate,
	printFileTemplateOf,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/printFileTemplate.ts';
import { expectPlainWords, refusedWith } from '../../../transport/wording.ts';
import {
	isSurelyFile,
	linePlacements,
	namedFilesOf,
} from '../../../../../nodes/PodFulfilment/order/shop/lines/placements.ts';
import { itemLine, ourLine } from './composeWith.ts';

const URL_A = 'https://files.example.com/a.png';
const line = itemLine();

const property = (name: string, value: unknown = URL_A) => ({ names: [name], value });

const variantWith = (...types: string[]) =>
	({
		...{ options: [], placements: types.map((type) => ({ type, techniques: [] })) },
	}) as unknown as CatalogVariant;

const placementsOf = (
	properties: Array<{ names: string[]; value: unknown }>,
	...types: string[]
) => {
	const variant = types.length > 0 ? variantWith(...types) : undefined;
	return linePlacements(ourLine({ line: itemLine({ properties }), variant })).map(
		({ type, layers }) => [type, layers[0]?.url],
	);
};

describe('A property that names a print file', () => {
	it.each([
		['Print file', ''],
		['print_file', ''],
		['PRINT-FILE', ''],
		['_printFile', ''],
		['Prínt File:', ''],
		['Print file front', 'front'],
		['print-file_Sleeve LEFT', 'sleeveleft'],
		['Print file (back)', 'back'],
		['Print file URL', ''],
		['Print file link', ''],
		['Print file (PNG)', ''],
		['print_file_png_url', ''],
		['Print file front (PDF)', 'front'],
		['Print file back link', 'back'],
		['Print file ($5.00)', ''],
		['Print file back (+3,00&nbsp;&euro;)', 'back'],
		['Print file URL [+ 5.00 EUR]', ''],
	])('the property %j names a print file', (name, placement) => {
		expect(namedFilesOf([property(name)], fileNamesOf('Print file'))).toEqual([
			{ placement, name, value: URL_A, isListed: false },
		]);
	});

	it('a property that names a placement before the name counts if its value may be a file', () => {
		const types = new Set(['front', 'back']);
		const found = (value: unknown) =>
			namedFilesOf([property('Back print file', value)], fileNamesOf('Print file', types));
		for (const value of [URL_A, [URL_A], 'back.png', `<a href="${URL_A}">x</a>`]) {
			expect(found(value)).toMatchObject([{ placement: 'back' }]);
		}
		for (const value of ['None', 'n/a', 'no.', '-', 7, true, {}, ['no.', 'yes'], [URL_A, URL_A]])
			expect(found(value)).toEqual([]);
		expect(namedFilesOf([property('Back print file')], fileNamesOf('Print file'))).toEqual([]);
	});

	it('a price in the setting does not matter', () => {
		expect(namedFilesOf([property('Print file')], fileNamesOf('Print file (+$5.00)'))).toHaveLength(
			1,
		);
	});

	it.each(['Gift wrap', 'Print', 'file print', ''])('the property %j names no file', (name) => {
		expect(namedFilesOf([property(name)], fileNamesOf('Print file'))).toEqual([]);
	});

	it.each([null, undefined, '', '  '])('an empty property names no print file: %j', (value) => {
		expect(namedFilesOf([{ names: ['Print file'], value }], fileNamesOf('Print file'))).toEqual([]);
	});

	it('a print file is found by any of its names, and counts once', () => {
		const both = [{ names: ['_pf', 'Print File'], value: URL_A }, property('print_file')];
		expect(namedFilesOf(both, fileNamesOf('print file'))).toHaveLength(1);
	});

	it.each(['Print file preview', 'print_file_thumbnail_url', 'Print file front mockup'])(
		'the property %j is passed over beside a print file',
		(name) => {
			const properties = [property(name, `${URL_A}?small`), property('Print file')];
			expect(namedFilesOf(properties, fileNamesOf('Print file'))).toMatchObject([{ value: URL_A }]);
		},
	);

	it('a preview alone counts, so that the line is not left out', () => {
		expect(namedFilesOf([property('Print file preview')], fileNamesOf('Print file'))).toMatchObject(
			[{ placement: 'preview' }],
		);
	});

	it('print files with other addresses or other placements count each', () => {
		const files = [
			property('Print file'),
			property('Print file', `${URL_A}?b`),
			property('Print file front'),
		];
		expect(namedFilesOf(files, fileNamesOf('Print file'))).toHaveLength(3);
	});

	it.each([
		['https://x.example/a', true],
		[' HTTP://x.example/a', true],
		['see https://x.example/a', false],
		['https', false],
		['https:x', false],
		[7, false],
		[{ url: URL_A }, true],
		[{ name: URL_A }, false],
		[[URL_A], true],
		[[URL_A, URL_A], false],
		[`<a href="${URL_A}">Front</a>`, true],
		['//x.example/a.png', true],
	])(
		'a property with more words and the value %j surely names a print file: %s',
		(value, isSure) => {
			expect(isSurelyFile({ placement: 'note', value })).toBe(isSure);
			expect(isSurelyFile({ placement: '', value })).toBe(true);
		},
	);

	it('a value that is no text names a print file, which is refused later', () => {
		for (const value of [0, false, {}, []]) {
			expect(namedFilesOf([property('Print file', value)], fileNamesOf('Print file'))).toHaveLength(
				1,
			);
		}
	});

	it('a property with more words and no web address may be about something else', () => {
		const [note] = namedFilesOf(
			[property('Print file note', 'with love')],
			fileNamesOf('Print file'),
		);
		const [file] = namedFilesOf([property('Print file left')], fileNamesOf('Print file'));
		expect(note).toBeDefined();
		expect(note).not.toSatisfy(isSurelyFile);
		expect(file).toSatisfy(isSurelyFile);
	});
});

describe('The placements of a line', () => {
	it('placements get the names of the catalog', () => {
		const properties = [property('Print file Sleeve-Left'), property('print file FRONT')];
		expect(placementsOf(properties, 'front', 'sleeve_left')).toEqual([
			['sleeve_left', URL_A],
			['front', URL_A],
		]);
	});

	it.each([[['front', 'front_large']], [['front_large', 'front']]])(
		'are told apart where the name of one begins like another: %j',
		(types) => {
			const front = property('Print file front', `${URL_A}?front`);
			const large = property('Print file front large', `${URL_A}?large`);
			const expected = { front: `${URL_A}?front`, front_large: `${URL_A}?large` };
			for (const properties of [
				[front, large],
				[large, front],
			]) {
				expect(Object.fromEntries(placementsOf(properties, ...types))).toEqual(expected);
			}
			expect(placementsOf([large], ...types)).toEqual([['front_large', `${URL_A}?large`]]);
			expect(placementsOf([front], ...types)).toEqual([['front', `${URL_A}?front`]]);
		},
	);

	it('placements keep the name that the shop gives them when the catalog is not read', () => {
		expect(placementsOf([property('Print file front')])).toEqual([['front', URL_A]]);
	});

	it('properties about something else make no placement', () => {
		const properties = [property('Print file'), property('Print file note', 'with love')];
		expect(placementsOf(properties, 'front')).toEqual([['front', URL_A]]);
	});

	it.each([
		[
			'no web address',
			[property('Print file', 'motif.png')],
			'Line 1 → Property "Print file" is "motif.png"',
		],
		['no text', [property('Print file', { id: 7 })], 'must be the address of one print file'],
		[
			'no address for a placement',
			[property('Print file front', 'x')],
			'Property "Print file front" is "x"',
		],
		[
			'two files',
			[property('Print file'), property('PRINT FILE', `${URL_A}?b`)],
			'names two print files',
		],
	])('a line is refused when there is %s', (_, properties, message) => {
		expect(() => placementsOf(properties, 'front')).toThrow(message);
	});
});

describe('Two print files for one placement', () => {
	it.each([
		[
			'Line 1 names two print files',
			[property('Print file'), property('Print file', `${URL_A}?b`)],
		],
		[
			'Line 1 names two print files for "front"',
			[property('Print file front'), property('Print-file Front', `${URL_A}?b`)],
		],
		[
			'Line 1 names two print files for "front"',
			[
				property('Print file back'),
				property('Print file front'),
				property('Print file front', `${URL_A}?b`),
			],
		],
	])('are refused: %s', (message, properties) => {
		const refused = refusedWith(() => placementsOf(properties));
		expect(refused.message).toBe(message);
		expectPlainWords(refused);
	});

	it('a print file with a placement and one without are two', () => {
		expect(placementsOf([property('Print file'), property('Print file front')])).toEqual([
			[undefined, URL_A],
			['front', URL_A],
		]);
	});

	it('a placement that the catalog does not have is refused', () => {
		expect(() => placementsOf([property('Print file side')], 'front')).toThrow(
			'Line 1 → Property "Print file side" → Placement is "side", which variant',
		);
	});

	it('each file is one layer of its placement', () => {
		const line = itemLine({ properties: [property('Print file')] });
		expect(linePlacements(ourLine({ line }))).toEqual([{ layers: [{ url: URL_A, type: 'file' }] }]);
	});
});

describe('A print file of a property that is a page of a file-sharing site', () => {
	it.each([
		['https://www.dropbox.com/s/abc/front.png?dl=0', 'Dropbox'],
		['<a href="https://drive.google.com/open?id=1a">My design</a>', 'Google Drive'],
		['//www.canva.com/design/abc/view', 'Canva'],
	])('%s is refused', (value, site) => {
		expect(() => placementsOf([property('Print file', value)])).toThrow(
			`which is a page of ${site}, not a file`,
		);
	});
});

describe('A template of print files', () => {
	const values = { sku: 'A B', variantId: 'v', lineId: '7', orderNumber: '1001' };

	it('a template is filled with encoded values', () => {
		expect(fileByTemplate('https://x.example/{orderNumber}/{sku}.png', values, line)).toBe(
			'https://x.example/1001/A%20B.png',
		);
	});

	it.each([undefined, '.', '..'])('a template is refused for a line whose SKU is %j', (sku) => {
		expect(() => fileByTemplate('https://x.example/{sku}', { ...values, sku }, line)).toThrow(
			'Line 1 has no SKU to insert into Print File Template',
		);
	});

	it.each([
		'',
		null,
		'{sku}',
		'ftp://x.example/{sku}',
		'https://x.example/{}',
		'https://x.example/{SKU}',
		'https://{sku}.example/a.png',
		'https://x.example{sku}/a.png',
		'https://x.example{sku}?a',
		'HTTPS://x:{lineId}@x.example/a.png',
	])('the template %j is refused', (template) => {
		expect(() => printFileTemplateOf(template)).toThrow(/^Print File Template /);
	});

	it.each(['variantId', 'lineId', 'orderNumber'] as const)(
		'a template is refused for a line without %s',
		(name) => {
			const refused = refusedWith(() =>
				fileByTemplate(`https://x.example/{${name}}`, { ...values, [name]: undefined }, line),
			);
			expect(refused.message).toBe(`Line 1 has no ${name} to insert into Print File Template`);
			expectPlainWords(refused);
		},
	);

	it('a template that a value makes too long is refused with the line', () => {
		const refused = refusedWith(() =>
			fileByTemplate('https://x.example/{sku}', { ...values, sku: 'é'.repeat(400) }, line),
		);
		expect(refused.message).toMatch(/^Line 1 → Print File Template .*2,?048/);
		expectPlainWords(refused);
	});

	it.each([
		['...', 'https://x.example/...'],
		['.a', 'https://x.example/.a'],
		['a..', 'https://x.example/a..'],
		['\uD800x', 'https://x.example/%EF%BF%BDx'],
	])('a template is filled with the SKU %j', (sku, url) => {
		expect(fileByTemplate('https://x.example/{sku}', { ...values, sku }, line)).toBe(url);
	});

	it.each([
		['https://x.example/{name}', 'has "{name}", which is no placeholder that is known'],
		['https://x.example/{sku}{}', 'has "{}", which is no placeholder that is known'],
		['https://{sku}', 'has a placeholder in the name of the server'],
		[' http://x{sku}/a', 'has a placeholder in the name of the server'],
		['{sku}.png', 'is "x.png", but must be one web address'],
		['', 'is empty'],
	])('the template %j is refused with what to write', (template, message) => {
		const refused = refusedWith(() => printFileTemplateOf(template));
		expect(refused.message).toContain(`Print File Template ${message}`);
		expectPlainWords(refused);
	});

	it('the refusal of a placeholder names those that can be used', () => {
		const { description } = refusedWith(() => printFileTemplateOf('https://x.example/{name}'));
		expect(description).toBe(
			'Write one brace before and one after each name. Use {sku}, {variantId}, {lineId}, {orderNumber}, {placement}, or {property:Name} with the name of a line property.',
		);
	});

	it.each([
		'https://x.example/{{sku}}.png',
		'https://x.example/{sku',
		'https://x.example/sku}',
		'https://x.example/{sku}}.png',
		'https://x.example/}{sku}',
		'https://x.example/{sku}/{',
		'https://x.example/{{{sku}}}',
	])('the template %j is refused for its braces, with the placeholders', (template) => {
		const refused = refusedWith(() => printFileTemplateOf(template));
		expect(refused.message).toMatch(
			/^Print File Template has "[{}]+(?:sku)?", which is no placeholder that is known$/,
		);
		expect(refused.description).toContain('{sku}, {variantId}, {lineId}');
		expectPlainWords(refused);
	});

	it.each([
		'https://x.example/{sku}/{variantId}/{lineId}/{orderNumber}.png',
		'https://x.example?file={sku}',
		'https://x.example#{sku}',
		'https://x.example/a.png?to=https://{sku}',
	])('the template %j can be used', (template) => {
		expect(printFileTemplateOf(` ${template} `)).toBe(template);
	});

	describe('with a property of the line', () => {
		const NAMED = 'https://x.example/art/{orderNumber}/{property:Name on back}.png';
		const withProperties = (...properties: Array<[name: string, value: unknown]>) => ({
			...line,
			properties: properties.map(([name, value]) => property(name, value)),
		});

		it.each([
			['Name on back', 'Ada', 'Ada'],
			['name_ON-back', '  Ada ', 'Ada'],
			['Name on back', 7, '7'],
			['Name on back', 'Zoë O’Neill', 'Zo%C3%AB%20O%E2%80%99Neill'],
			['Name on back', 'a/b', 'a%2Fb'],
		])('the property %j with the value %j is %s there', (name, value, part) => {
			expect(fileByTemplate(NAMED, values, withProperties([name, value]))).toBe(
				`https://x.example/art/1001/${part}.png`,
			);
			expect(printFileTemplateOf(NAMED)).toBe(NAMED);
		});

		it.each([[[]], [[['Name on back', ' ']]], [[['Name', 'Ada']]], [[['Name on back', '..']]]])(
			'a line whose properties are %j has no file, and the message names the property',
			(properties) => {
				const refused = refusedWith(() =>
					fileByTemplate(
						NAMED,
						values,
						withProperties(...(properties as Array<[string, unknown]>)),
					),
				);
				expect(refused.message).toBe(
					'Line 1 has no property Name on back to insert into Print File Template',
				);
				expectPlainWords(refused);
			},
		);

		it('two values of one property are refused, and the same one twice is not', () => {
			const twice = (value: string) =>
				fileByTemplate(
					NAMED,
					values,
					withProperties(['Name on back', 'Ada'], ['name on back', value]),
				);
			expect(twice('Ada')).toContain('/Ada.png');
			expect(() => twice('Bob')).toThrow(
				'Line 1 has more than one property Name on back to insert into Print File Template',
			);
		});

		it.each([
			['https://x.example/{property:}', 'has "{property:}", which is no placeholder that is known'],
			['https://x.example/{property}', 'has "{property}", which is no placeholder that is known'],
			['https://{property:Shop}/a', 'has a placeholder in the name of the server'],
			['https://x.example{property:Shop}/a', 'has a placeholder in the name of the server'],
		])('the template %s is refused', (template, message) => {
			expect(() => printFileTemplateOf(template)).toThrow(message);
		});

		it('a dot beside a placeholder makes no other folder of a dot', () => {
			const template = 'https://x.example/a/.{property:Name}/b.png';
			expect(() => fileByTemplate(template, values, withProperties(['Name', '%2e']))).not.toThrow();
			expect(() => fileByTemplate(template, values, withProperties(['Name', '.']))).toThrow(
				/Line 1 has no property Name/,
			);
			const doubled = 'https://x.example/a/{property:A}{property:B}/b.png';
			expect(() =>
				fileByTemplate(doubled, { ...values, sku: '' }, withProperties(['A', '.a'], ['B', '.'])),
			).toThrow();
		});

		/** What customers write, and what attackers do. */
		const HOSTILE = [
			...[
				'../',
				'..',
				'.',
				'../../etc/passwd',
				'..\\..\\x',
				'%2e%2e',
				'%2e%2e%2f',
				'%252e',
				'..;/',
			],
			...[
				'/',
				'//evil.example',
				'///evil.example/x',
				'\\\\evil.example',
				'https://evil.example/x.png',
			],
			...[
				'http://127.0.0.1/',
				'@evil.example',
				'a@evil.example',
				':8080',
				'.evil.example',
				'?x=1',
				'#x',
			],
			...[
				'a?b#c',
				'&a=b',
				';a',
				'%00',
				'\0',
				'a\0b',
				'\r\n',
				'a\nb',
				'\tx',
				'Host: evil',
				'%0d%0aX: y',
			],
			...[
				'😀',
				'👩‍👩‍👧',
				'🇩🇪',
				'محمد',
				'שלום',
				'مرحبا بالعالم',
				'李小龍',
				'さくら',
				'김철수',
				'Ελένη',
				'Ἰωάννης',
			],
			...[
				'Zoë',
				'Zoe\u0308',
				'ﬁ',
				'‮gnp.exe',
				'\u200B',
				'a\u2028b',
				'\uFEFFx',
				'．．／',
				'。。',
				'／／evil',
			],
			...[
				'"Ada"',
				"O'Neill",
				'`ls`',
				'$(id)',
				'{sku}',
				'{property:X}',
				'{',
				'}',
				'<script>',
				'a+b',
				'100%',
				'data:,x',
			],
			...[
				'javascript:alert(1)',
				'\uD800',
				'x\uDFFF',
				'   ',
				'CON',
				'~root',
				'|',
				'*',
				'a'.repeat(300),
			],
		];

		it('60 hostile texts never change host or path', () => {
			expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(60);
			const templates = [
				'https://x.example/art/{property:Name}.png',
				'https://x.example/art/{property:Name}/front.png',
				'https://x.example/art/.{property:Name}/front.png',
				'https://x.example/art/{property:Name}{property:Name}/front.png',
				'https://x.example/art/front.png?name={property:Name}',
			];
			let filled = 0;
			for (const template of templates) {
				const plain = new URL(fileByTemplate(template, values, withProperties(['Name', 'x'])));
				for (const text of HOSTILE) {
					let url: URL;
					try {
						url = new URL(fileByTemplate(template, values, withProperties(['Name', text])));
					} catch (error) {
						expect((error as Error).message).toMatch(/^Line 1 (→|has no)/);
						continue;
					}
					filled += 1;
					expect([url.protocol, url.host, url.username, url.hash]).toEqual([
						'https:',
						'x.example',
						'',
						'',
					]);
					const parts = url.pathname.split('/');
					const plainParts = plain.pathname.split('/');
					expect(parts).toHaveLength(plainParts.length);
					for (const [index, part] of plainParts.entries()) {
						if (!part.includes('x')) expect(parts[index]).toBe(part);
						// It is read back as it was written.
						else if (!/\p{Surrogate}/u.test(text))
							expect(decodeURIComponent(parts[index] ?? '')).toContain(text.trim());
					}
					expect([...url.searchParams.keys()]).toEqual([...plain.searchParams.keys()]);
				}
			}
			expect(filled).toBeGreaterThan(250);
		});

		it('nor does any other text', () => {
			fc.assert(
				fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
					fc.pre(text.trim() !== '' && !['.', '..'].includes(text.trim()));
					const url = new URL(
						fileByTemplate(
							'https://x.example/art/{property:Name}/b',
							values,
							withProperties(['Name', text]),
						),
					);
					expect(url.host).toBe('x.example');
					expect(url.pathname).toMatch(/^\/art\/[^/]+\/b$/);
				}),
			);
		});
	});

	it('a template never leads to another folder or host, whatever a SKU is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1 }), (sku) => {
				fc.pre(sku.trim() !== '' && sku !== '.' && sku !== '..');
				const url = new URL(
					fileByTemplate('https://x.example/files/{sku}', { ...values, sku }, line),
				);
				expect(url.host).toBe('x.example');
				expect(url.pathname.split('/')).toHaveLength(3);
				expect(url.pathname).toMatch(/^\/files\//);
				expect(url.search + url.hash).toBe('');
			}),
		);
	});
});
