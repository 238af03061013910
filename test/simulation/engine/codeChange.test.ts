import { describe, expect, it } from 'vitest';

import { editOf, within, type CodeChange } from './codeChange.ts';
import { SourceTree } from './sourceTree.ts';

/** The text after a change, of the only file that has one. */
function changed(texts: Record<string, string>, change: CodeChange): string {
	const { file, start, end, text } = editOf(change, new SourceTree(new Map(Object.entries(texts))));
	const before = texts[file] ?? '';
	return before.slice(0, start) + text + before.slice(end);
}

const LIMITER = `
const MAX_AGE_MS = 5_000;
const LIMITS = { open: 1, closed: 0 };

export class Limiter {
	isOpen = false;

	async wait(ms: number): Promise<number> {
		if (ms > 0 && this.isOpen) await this.run.pause(ms);
		this.isOpen = ms === 0;
		[1].map((one) => { return one; });
		return ms;
	}
}

export const twice = (text: string) => text.trim().slice(0, MAX_AGE_MS);
`;

describe('A change of the code that is made in memory', () => {
	it.each<[what: string, change: CodeChange, line: string]>([
		[
			'the value of a constant',
			within('MAX_AGE_MS').value().becomes('1'),
			'const MAX_AGE_MS = (1);',
		],
		[
			'the value of a property in an object',
			within('LIMITS').property('open').becomes('2'),
			'const LIMITS = { open: (2), closed: 0 };',
		],
		[
			'a call in a method',
			within('Limiter.wait').call('pause').becomes('undefined'),
			'		if (ms > 0 && this.isOpen) await (undefined);',
		],
		[
			'the first argument of a call',
			within('Limiter.wait').argumentOf('pause').becomes('0'),
			'		if (ms > 0 && this.isOpen) await this.run.pause((0));',
		],
		[
			'a condition by what it mentions',
			within('Limiter.wait').condition('ms', 'isOpen').becomes('true'),
			'		if ((true)) await this.run.pause(ms);',
		],
		[
			'what is assigned to a property',
			within('Limiter.wait').assigned('isOpen').becomes('true'),
			'		this.isOpen = (true);',
		],
		[
			'the result of a method, not of a function in it',
			within('Limiter.wait').result().becomes('0'),
			'		return (0);',
		],
		[
			'the result of an arrow function',
			within('twice').result().becomes('text'),
			'export const twice = (text: string) => (text);',
		],
		[
			'a call by what it mentions',
			within('twice').call('slice', 'MAX_AGE_MS').becomes('text'),
			'export const twice = (text: string) => (text);',
		],
	])('replaces %s', (_, change, line) => {
		const before = LIMITER.split('\n');
		const after = changed({ 'limiter.ts': LIMITER }, change).split('\n');
		expect(after.filter((text) => !before.includes(text))).toEqual([line]);
		expect(after).toHaveLength(before.length);
	});

	it('finds its place wherever the file is and however the code is formatted', () => {
		const text = 'export const twice = (text: string) =>\n\n\ttext\n\t\t.trim( )';
		expect(
			changed({ 'elsewhere/renamed.ts': text }, within('twice').call('trim').becomes('x')),
		).toBe('export const twice = (text: string) =>\n\n\t(x)');
	});

	it('is refused with the name when nothing of that name is declared', () => {
		expect(() => changed({ 'a.ts': LIMITER }, within('thrice').result().becomes('0'))).toThrow(
			'No source file of the nodes declares thrice',
		);
	});

	it('is refused with the files when several declare the name, unless another name tells them apart', () => {
		const texts = { 'a.ts': LIMITER, 'b.ts': 'const MAX_AGE_MS = 7;' };
		expect(() => changed(texts, within('MAX_AGE_MS').value().becomes('1'))).toThrow(
			'Several source files declare MAX_AGE_MS: a.ts, b.ts',
		);
		expect(
			changed(texts, within('MAX_AGE_MS', { besides: 'Limiter' }).value().becomes('1')),
		).toContain('const MAX_AGE_MS = (1);');
	});

	it('is refused with the declaration when that does not have what is to be replaced', () => {
		expect(() => changed({ 'a.ts': LIMITER }, within('twice').call('pad').becomes('0'))).toThrow(
			'twice in a.ts does not have the call of pad',
		);
	});

	it('is refused with the lines when the declaration has it several times', () => {
		const text = 'function both() {\n\tone();\n\treturn one();\n}';
		expect(() => changed({ 'a.ts': text }, within('both').call('one').becomes('0'))).toThrow(
			'both in a.ts has the call of one several times, in lines 2, 3',
		);
	});
});
