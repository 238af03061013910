import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** A parameter as a row of a table. */
interface Row {
	/** Labels from the outermost field inwards. */
	labels: string[];
	property: INodeProperties;
}

type Children = Array<INodeProperties | INodePropertyCollection>;

/** Parameters in the order of the editor, each followed by those within it. */
function rowsOf(properties: INodeProperties[], outer: string[] = []): Row[] {
	return properties.flatMap((property) => {
		if (property.type === 'notice' || property.type === 'hidden') return [];
		const labels = [...outer, property.displayName];
		const isContainer = property.type === 'collection' || property.type === 'fixedCollection';
		const children = isContainer ? ((property.options ?? []) as Children) : [];
		return [
			{ labels, property },
			...children.flatMap((child) =>
				'values' in child ? rowsOf(child.values, labels) : rowsOf([child], labels),
			),
		];
	});
}

/** A text of the editor, which may be HTML, as text of a table's cell. */
export const cell = (text: string): string =>
	text
		.replaceAll(/<[^>]+>/g, '')
		.replaceAll('&gt;', '>')
		.replaceAll(/\s+/g, ' ')
		.replaceAll(/[|\\*_<>{}[\]]/g, (character) => `\\${character}`)
		.trim();

const code = (value: unknown): string =>
	value === '' || value === undefined || typeof value === 'object'
		? ''
		: `\`${String(value).replaceAll('|', '\\|')}\``;

/** Of a list, the choices with their values; of a field with several ways to enter it, those. */
function choicesOf({ type, options, modes }: INodeProperties): string {
	if (modes) return `${modes.map(({ displayName }) => cell(displayName)).join('; ')}.`;
	const isList = (type === 'options' || type === 'multiOptions') && options !== undefined;
	// Of all countries, the field itself shows the list.
	if (!isList || options.length > 15) return '';
	const named = (options as INodePropertyOptions[]).map(
		({ name, value }) => `${cell(name)} (${code(value)})`,
	);
	return `${named.join('; ')}.`;
}

const sentence = (text: string): string => (text === '' || /[.!?]$/.test(text) ? text : `${text}.`);

/** A description without the values of its list, which follow it here with their labels. */
const withoutValues = (property: INodeProperties, description: string): string =>
	choicesOf(property) === '' ? description : description.replace(VALUES, '');

/** How a description tells an AI agent the values of a field; see docs/ai-tools.md. */
const VALUES = /\s*Values for an expression: [\w\\, ]+?(?:, several separated by commas)?\.?$/;

/** A row of a table. */
interface PrintedRow {
	label: string;
	line: string;
	/** The same for two rows that say the same of a field of the same name in a field of the same name. */
	key: string;
}

const ARROW = ' → ';

function printed({ labels, property }: Row): PrintedRow {
	const label = labels.map(cell).join(ARROW);
	const description = withoutValues(property, cell(property.description ?? ''));
	const text = [sentence(description), choicesOf(property)].join(' ').trim();
	const required = property.required ? ' (required)' : '';
	const rest = `${required} | ${code(property.name)} | ${code(property.default)} | ${text} |`;
	return {
		label,
		line: `| ${label}${rest}`,
		key: `${labels.slice(-2).map(cell).join(ARROW)}${rest}`,
	};
}

/** The heading of the first table that has a row, by the row's key. */
export type KnownRows = Map<string, string>;

/** Labels in few words: those within one field are in brackets behind it. */
function inFewWords(labels: readonly string[]): string {
	const groups = new Map<string, string[]>();
	for (const label of labels) {
		const at = label.lastIndexOf(ARROW);
		const [outer, inner] = at < 0 ? [label, []] : [label.slice(0, at), [label.slice(at + 3)]];
		groups.set(outer, [...(groups.get(outer) ?? []), ...inner]);
	}
	return [...groups]
		.map(([outer, inner]) => (inner.length === 0 ? outer : `${outer} (${inner.join(', ')})`))
		.join(', ');
}

/**
 * A table of parameters: label, name in a saved workflow, default, and what it is for. Rows that a table before has are
 * named below it.
 *
 * @param known the rows of tables before, to which those of this one are added
 * @returns '' without any parameter
 */
export function parameterTable(
	properties: INodeProperties[],
	heading = '',
	known: KnownRows = new Map(),
): string {
	const rows = rowsOf(properties).map(printed);
	const own = rows.filter(({ key }) => !known.has(key));
	const headings = new Set(rows.flatMap(({ key }) => known.get(key) ?? []));
	const asIn = [...headings].map((first) => {
		const labels = rows.filter(({ key }) => known.get(key) === first).map(({ label }) => label);
		return `As in ${first}: ${inFewWords(labels)}.`;
	});
	for (const { key } of own) known.set(key, heading);
	const head = ['| Field | Name | Default | What it is |', '| --- | --- | --- | --- |'];
	const table = own.length === 0 ? [] : [[...head, ...own.map(({ line }) => line)].join('\n')];
	return [...table, ...asIn].join('\n\n');
}
