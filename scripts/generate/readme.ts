import type { INodePropertyOptions } from 'n8n-workflow';
import { formatted } from './formatted.ts';
import type { Sources } from './sources.ts';

/** The table of operations in README.md. */
const TABLE = /^\| Resource +\| Operations .*(?:\n\|.*)*\n/m;

/** Where a heading of docs/reference.md is. */
const linkTo = (heading: string): string =>
	`docs/reference.md#${heading
		.toLowerCase()
		.replaceAll(/[^\w\s-]/g, '')
		.replaceAll(' ', '-')}`;

/** The text of README.md with every operation of each resource, the resource first that is chosen at first. */
export async function readmeWithOperations(readme: string, { action }: Sources): Promise<string> {
	const list = action.properties.find(({ name }) => name === 'resource');
	const resources = (list?.options ?? []) as INodePropertyOptions[];
	const isFirst = ({ value }: INodePropertyOptions): boolean => value === list?.default;
	const rows = [
		...resources.filter(isFirst),
		...resources.filter((resource) => !isFirst(resource)),
	].map(({ name: resource, value }) => {
		const operations = action.properties
			.filter(
				({ name, displayOptions }) =>
					name === 'operation' && displayOptions?.show?.resource?.includes(value),
			)
			.flatMap(({ options }) => options as INodePropertyOptions[])
			.map(({ name }) => `[${name}](${linkTo(`${resource}: ${name}`)})`);
		return `| ${resource} | ${operations.join(', ')} |\n`;
	});
	const table = `| Resource | Operations |\n| --- | --- |\n${rows.join('')}`;
	if (!TABLE.test(readme)) throw new Error('README.md has no table of operations.');
	return await formatted(
		'README.md',
		readme.replace(TABLE, () => table),
	);
}
