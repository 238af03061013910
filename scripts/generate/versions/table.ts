import type { Features } from '../../../test/compat/support/features.ts';
import type { Found } from '../../../test/compat/support/found.ts';
import { formatted } from '../formatted.ts';

/** What works in every version in which the tests of test/compat pass. */
const EVERYWHERE =
	'All operations, both triggers, the credential test, Continue on Fail, stopping an execution';

/**
 * What only newer versions have, and the one from which on they have it: as n8n's release notes say, or, for the time of a
 * poll, the first n8n-core that has the method.
 */
export const NEWER: Record<keyof Features, { what: string; from: string }> = {
	aiTool: { what: "AI agents' tool", from: '1.110' },
	dataTables: { what: 'examples with a data table', from: '1.113' },
	humanReview: { what: 'human review of that tool', from: '2.6' },
	durableCursors: { what: 'durable cursors of polls', from: '2.36' },
	pollBudget: {
		what: 'polls that end in the time that n8n gives them with `getPollBudgetMs`',
		from: '2.38',
	},
};

const FEATURES = Object.keys(NEWER) as Array<keyof Features>;

const described = (feature: keyof Features): string =>
	`${NEWER[feature].what} (from ${NEWER[feature].from})`;

/** What a version has that the one before it has not. @throws Error if it lacks what that has */
function addedIn({ name, features }: Found, before?: Found): string {
	const lost = FEATURES.filter((feature) => before?.features[feature] && !features[feature]);
	if (lost.length > 0)
		throw new Error(`n8n ${name} lacks what older ones have: ${lost.join(', ')}`);
	const added = FEATURES.filter((feature) => features[feature] && !before?.features[feature]).map(
		described,
	);
	if (!before) return [EVERYWHERE, ...added].join(', ');
	return added.length === 0 ? 'The same' : `Also ${added.join(', ')}`;
}

/** The table of README.md: which version of n8n has what, oldest first. */
export async function versionsTable(found: Found[]): Promise<string> {
	const rows = found.map((one, index) => `| ${one.name} | ${addedIn(one, found[index - 1])} |`);
	return await formatted(
		'README.md',
		['| n8n | What works |', '| --- | --- |', ...rows].join('\n'),
	);
}

/** Replaces the table in the text of README.md. @throws Error if it has none */
export function withTable(readme: string, table: string): string {
	const present = /^\| n8n +\| What works.*(?:\n\|.*)*\n/m;
	if (!present.test(readme)) throw new Error('README.md has no table with n8n and What works.');
	return readme.replace(present, () => table);
}
