import { format, resolveConfig } from 'prettier';
import type { Features } from '../../../test/compat/support/features.ts';
import type { Found } from '../../../test/compat/support/found.ts';

/** What works in every version in which the tests of test/compat pass. */
const EVERYWHERE = [
	'Orders, catalog, shipments, mockups; credential test; both triggers',
	'Continue on Fail, both ways; stopping an execution',
];

const ROWS: Record<keyof Features, string> = {
	aiTool: 'The action node as a tool of an AI agent',
	humanReview: 'Human review of such a tool',
	dataTables: 'Examples with a data table',
	pollBudget: 'n8n says how long a poll may take (`getPollBudgetMs`)',
	durableCursors: 'Durable cursors of polls',
};

/** The table of README.md: which version of n8n has what. */
export async function versionsTable(found: Found[]): Promise<string> {
	const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
	const lines = [
		row(['What works', ...found.map(({ name }) => `n8n ${name}`)]),
		row(['---', ...found.map(() => '---')]),
		...EVERYWHERE.map((what) => row([what, ...found.map(() => 'yes')])),
		...Object.entries(ROWS).map(([feature, what]) =>
			row([
				what,
				...found.map(({ features }) => (features[feature as keyof Features] ? 'yes' : 'no')),
			]),
		),
	];
	return await format(lines.join('\n'), {
		...(await resolveConfig('README.md')),
		parser: 'markdown',
	});
}

/** Replaces the table in the text of README.md. @throws Error if it has none */
export function withTable(readme: string, table: string): string {
	const present = /^\| What works.*(?:\n\|.*)*\n/m;
	if (!present.test(readme))
		throw new Error('README.md has no table that begins with "What works".');
	return readme.replace(present, () => table);
}
