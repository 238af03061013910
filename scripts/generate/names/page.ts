import countries from 'i18n-iso-countries';
import type { Output, Parameter, PublicNames, Resource } from './publicNames.ts';

/** One row of a table, by the headings of its columns. */
type Row = Record<string, string>;

const COUNTRIES = 'ISO 3166-1 alpha-2';

const TABLE = /(?:^\|.*\n)+/m;

const cellsOf = (line: string): string[] =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());

/** The rows of the first table under a heading. @throws Error if it has none */
export function tableUnder(page: string, heading: string): Row[] {
	const section = page.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
	const [table = ''] = section?.match(TABLE) ?? [];
	const [head = '', , ...lines] = table.split('\n').filter((line) => line !== '');
	if (head === '') throw new Error(`docs/public-names.md has no table under "${heading}"`);
	const columns = cellsOf(head);
	return lines.map((line) => {
		const cells = cellsOf(line);
		return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
	});
}

/** The texts that a cell holds as code. */
export const codeIn = (cell = ''): string[] =>
	[...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));

const asCode = (texts: string[]): string => texts.map((text) => `\`${text}\``).join(', ');

const isEveryCountry = (values: string[]): boolean => values.length > 100;

const valuesIn = (cell = ''): string[] =>
	cell === COUNTRIES ? Object.keys(countries.getAlpha2Codes()) : codeIn(cell);

const parameterIn = (row: Row): Parameter => ({
	path: codeIn(row.Parameter)[0] ?? '',
	kind: row.Kind ?? '',
	values: valuesIn(row.Values),
	default: JSON.parse(codeIn(row.Default)[0] ?? 'null') as unknown,
});

/** All operations of some resources, as `order.get`. */
const operationsOf = (resources: Resource[]): string[] =>
	resources.flatMap(({ resource, operations }) => operations.map((name) => `${resource}.${name}`));

/** The operations that a cell names; `*` is any name. */
function operationsIn(cell: string | undefined, resources: Resource[]): string[] {
	const patterns = codeIn(cell).map((pattern) => pattern.split('.'));
	return operationsOf(resources).filter((name) => {
		const parts = name.split('.');
		return patterns.some((pattern) =>
			pattern.every((part, index) => part === '*' || part === parts[index]),
		);
	});
}

/** Operations as a cell names them: `*.*` are all, `order.*` all of a resource. */
function operationsCell(names: string[], resources: Resource[]): string {
	if (operationsOf(resources).every((name) => names.includes(name))) return '`*.*`';
	return asCode(
		resources.flatMap((resource) => {
			const all = operationsOf([resource]);
			const named = all.filter((name) => names.includes(name));
			return all.length > 1 && named.length === all.length ? [`${resource.resource}.*`] : named;
		}),
	);
}

/** What the page names. */
export function documentedNames(page: string): PublicNames {
	const parametersUnder = (heading: string): Parameter[] =>
		tableUnder(page, heading).map(parameterIn);
	const resources = tableUnder(page, 'Resources').map((row) => ({
		resource: codeIn(row.Resource)[0] ?? '',
		operations: codeIn(row.Operations),
		first: codeIn(row['Chosen at first'])[0] ?? '',
	}));
	return {
		credential: parametersUnder('Credential'),
		trigger: parametersUnder('Trigger node'),
		polling: parametersUnder('Polling trigger node'),
		resources,
		parameters: tableUnder(page, 'Parameters').map((row) => ({
			...parameterIn(row),
			operations: operationsIn(row.Operations, resources),
		})),
		outputs: tableUnder(page, 'Output fields').map((row) => ({
			operations: operationsIn(row.Operations, resources),
			fields: codeIn(row.Fields),
		})),
	};
}

const table = (columns: string[], rows: string[][]): string =>
	[columns, columns.map(() => '---'), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |\n`)
		.join('');

const PARAMETER_COLUMNS = ['Parameter', 'Kind', 'Values', 'Default'];

const parameterCells = ({ path, kind, values, default: value }: Parameter): string[] => [
	asCode([path]),
	kind,
	isEveryCountry(values) ? COUNTRIES : asCode(values),
	asCode([JSON.stringify(value)]),
];

/** The page with these names in its tables; all else stays. The columns are not aligned: one name would change all rows. */
export function withNames(page: string, names: PublicNames): string {
	const { resources } = names;
	const parameterTable = (parameters: Parameter[]): string =>
		table(PARAMETER_COLUMNS, parameters.map(parameterCells));
	const operations = (row: { operations: string[] }): string =>
		operationsCell(row.operations, resources);
	const tables: Record<string, string> = {
		Credential: parameterTable(names.credential),
		Resources: table(
			['Resource', 'Operations', 'Chosen at first'],
			resources.map((one) => [asCode([one.resource]), asCode(one.operations), asCode([one.first])]),
		),
		Parameters: table(
			[...PARAMETER_COLUMNS, 'Operations'],
			names.parameters.map((row) => [...parameterCells(row), operations(row)]),
		),
		'Output fields': table(
			['Operations', 'Fields'],
			names.outputs.map((row: Output) => [operations(row), asCode(row.fields)]),
		),
		'Trigger node': parameterTable(names.trigger),
		'Polling trigger node': parameterTable(names.polling),
	};
	return page
		.split(/^(?=#+ )/m)
		.map((section) => {
			const heading = /^#+ (.*)\n/.exec(section)?.[1] ?? '';
			const text = tables[heading];
			return text === undefined ? section : section.replace(TABLE, () => text);
		})
		.join('');
}
