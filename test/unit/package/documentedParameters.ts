import countries from 'i18n-iso-countries';
import { readFileSync } from 'node:fs';

import type { Parameter } from './declaredParameters.ts';

export const page = readFileSync(new URL('../../../docs/public-names.md', import.meta.url), 'utf8');

/** One row of a table, by the headings of its columns. */
type Row = Record<string, string>;

const cellsOf = (line: string): string[] =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

function rowsOf(section: string): Row[] {
	const [head = '', , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
	const columns = cellsOf(head);
	return lines.map((line) => {
		const cells = cellsOf(line);
		return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
	});
}

/** The rows of the first table under a heading of docs/public-names.md. */
export function tableUnder(heading: string): Row[] {
	const section = page
		.split(/^#+ /m)
		.find((text) => text.startsWith(`${heading}\n`))
		?.slice(heading.length);
	const [table = ''] = section?.match(/(^\|.*\n)+/m) ?? [];
	const rows = rowsOf(table);
	if (rows.length === 0) throw new Error(`There is no table under "${heading}"`);
	return rows;
}

/** The texts that a cell holds as code. */
export const codeIn = (cell = ''): string[] =>
	[...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));

const valuesIn = (cell = ''): string[] =>
	(cell === 'ISO 3166-1 alpha-2' ? Object.keys(countries.getAlpha2Codes()) : codeIn(cell)).sort();

/** `string`, `collection of [Recipient](#recipient)`, or ``fixedCollection `item[]` of [Item](#item)``. */
const KIND = /^(?<kind>\w+)(?: `(?<rows>[^`]+)`)?(?: of \[(?<group>[^\]]+)\]\(#[\w-]+\))?$/;

/** The parameter of a row, and those of the group that its kind links to. */
function parametersOf(row: Row, within: string): Parameter[] {
	const { kind = '', rows, group } = KIND.exec(row.Kind ?? '')?.groups ?? {};
	const [name] = codeIn(row.Parameter);
	const path = `${within}${name}`;
	const own: Parameter = {
		path,
		kind,
		values: valuesIn(row.Values),
		default: JSON.parse(codeIn(row.Default)[0] ?? 'null') as unknown,
	};
	const inner = group === undefined ? [] : tableUnder(group);
	const insideOf = rows === undefined ? `${path}.` : `${path}.${rows}.`;
	return [own, ...inner.flatMap((field) => parametersOf(field, insideOf))];
}

/** Whether a pattern of the column Operations, such as `order.*`, means an operation. */
export function isMeant(pattern: string, resource: string, operation: string): boolean {
	const [resources, operations] = pattern.split('.');
	return (
		(resources === '*' || resources === resource) &&
		(operations === '*' || operations === operation)
	);
}

/** The parameters that a table of the page lists, groups unfolded. */
export const documentedParameters = (
	heading: string,
	holds: (row: Row) => boolean = () => true,
): Parameter[] =>
	tableUnder(heading)
		.filter(holds)
		.flatMap((row) => parametersOf(row, ''));
