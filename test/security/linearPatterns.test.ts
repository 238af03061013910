import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/n8n/paths.ts';
import { whyNotLinear } from './support/patternShape.ts';

interface Pattern {
	file: string;
	source: string;
	flags: string;
}

/** The regular expressions that are written in a file. */
function patternsIn(path: string): Pattern[] {
	const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
	const found: Pattern[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			const source = node.text.slice(1, end);
			found.push({ file: relative(root, path), source, flags: node.text.slice(end + 1) });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

const patterns = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.flatMap((path) => patternsIn(join(root, folder, path))),
);

describe('Regular expressions of the nodes', () => {
	it('no regular expression takes more than linear time, whatever the text', () => {
		expect(patterns.length).toBeGreaterThan(60);
		const reasons = patterns.flatMap((pattern) => {
			const reason = whyNotLinear(pattern);
			const { file, source, flags } = pattern;
			return reason === undefined ? [] : [`${file}: /${source}/${flags}: ${reason}`];
		});
		expect(reasons).toEqual([]);
	});

	it.each([
		[/\s*\n\s*/g],
		[/;+$/],
		[/(a+)+$/],
		[/(a|b)*c/],
		[/^\s*a?\s*$/],
		[/\d+x/],
		[/\s+(?=x)/],
		[/x\w*y/],
		[/^\w+\d+$/],
		[/^[\s.-]+|[\s.-]+$/g],
		[/[\s.-]+$|^[\s.-]+/g],
		[/^(?:a|b)|(?:c+|d)$/],
		[/(?:^a|b+)c/],
		[/,+\b/],
		[/(?<=a)a+b/],
	])('%s is not linear', (pattern) => {
		expect(whyNotLinear(pattern)).toBeDefined();
	});

	it.each([
		[/\s+/g],
		[/^\s*x/],
		[/\{\w+\}/g],
		[/^[a-f\d]{8}$/],
		[/;\s*rel\s*=\s*"?([^";,]*)/i],
		[/(?<=[a-z])_([a-z])/g],
		[/[\s_-]/g],
		[/^\s+|x$/g],
		[/(?<=[a-z])[\s_]+(?=[a-z])/g],
		[/(?:^a+|b)c/],
	])('%s is linear', (pattern) => {
		expect(whyNotLinear(pattern)).toBeUndefined();
	});
});
