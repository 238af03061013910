import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
	changedSince,
	freeze,
	frozenVersions,
	unfrozenFiles,
} from '../../../scripts/release/frozen.ts';
import { root } from '../../../scripts/n8n/paths.ts';

const CORPUS = join(root, 'test', 'saved-workflows');

describe('The saved workflows of a released version', () => {
	it('never change, go, or grow in number', () => {
		const changes = frozenVersions(CORPUS).flatMap((version) =>
			changedSince(CORPUS, version).map((change) => `${version}/${change}`),
		);
		expect(changes).toEqual([]);
	});
});

describe('node scripts/install.mjs --run scripts/release/freeze.ts', () => {
	let corpus: string;
	const write = (path: string, text: string): void => writeFileSync(join(corpus, path), text);
	beforeEach(() => {
		corpus = mkdtempSync(join(tmpdir(), 'pod-fulfilment-corpus-'));
		write('README.md', 'About');
		write('order-get.json', '{}');
		write('place.json', '{ "name": "Place" }\n');
	});
	afterEach(() => rmSync(corpus, { recursive: true, force: true }));

	it('moves what is new to the folder of the version, and leaves the document', () => {
		expect(freeze(corpus, '0.1.0')).toEqual(['order-get.json', 'place.json']);
		expect(readdirSync(corpus).sort()).toEqual(['0.1.0', 'README.md']);
		expect(unfrozenFiles(corpus)).toEqual([]);
		expect(changedSince(corpus, '0.1.0')).toEqual([]);
		expect(readFileSync(join(corpus, '0.1.0', 'SHA256SUMS'), 'utf8')).toContain(
			'44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a  order-get.json\n',
		);
	});

	it('adds what came later when it is repeated for the same version', () => {
		freeze(corpus, '0.1.0');
		write('order-cancel.json', '{}');
		expect(freeze(corpus, '0.1.0')).toEqual(['order-cancel.json']);
		expect(freeze(corpus, '0.1.0')).toEqual([]);
		expect(changedSince(corpus, '0.1.0')).toEqual([]);
	});

	it('keeps each version in a folder of its own', () => {
		freeze(corpus, '0.9.0');
		write('order-get.json', '{ "changed": true }');
		freeze(corpus, '0.10.0');
		expect(frozenVersions(corpus)).toEqual(['0.9.0', '0.10.0']);
		expect(changedSince(corpus, '0.9.0')).toEqual([]);
	});

	it.each([
		['changed', 'order-get.json changed', () => write('0.1.0/order-get.json', '{ }')],
		['gone', 'order-get.json is gone', () => rmSync(join(corpus, '0.1.0/order-get.json'))],
		['added by hand', 'other.json was added', () => write('0.1.0/other.json', '{}')],
	])('finds a frozen file that is %s, and freezes nothing more', (_case, expected, change) => {
		freeze(corpus, '0.1.0');
		write('order-cancel.json', '{}');
		change();
		expect(changedSince(corpus, '0.1.0')).toEqual([expected]);
		expect(() => freeze(corpus, '0.1.0')).toThrow(expected);
		expect(unfrozenFiles(corpus)).toEqual(['order-cancel.json']);
	});

	it('is no change when a checkout ends lines in the way of Windows', () => {
		freeze(corpus, '0.1.0');
		write('0.1.0/place.json', '{ "name": "Place" }\r\n');
		expect(changedSince(corpus, '0.1.0')).toEqual([]);
	});

	it('never replaces a file that the version has', () => {
		freeze(corpus, '0.1.0');
		write('order-get.json', '{ "other": true }');
		expect(() => freeze(corpus, '0.1.0')).toThrow('give them another name: order-get.json');
		expect(readFileSync(join(corpus, '0.1.0', 'order-get.json'), 'utf8')).toBe('{}');
		expect(existsSync(join(corpus, 'order-get.json'))).toBe(true);
	});

	it('freezes nothing for a pre-release', () => {
		expect(() => freeze(corpus, '0.2.0-beta.1')).toThrow('no version that is released');
	});
});
