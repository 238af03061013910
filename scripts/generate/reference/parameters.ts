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

/** A table of parameters: label, name in a saved workflow, default, and what it is for. '' without any. */
export function parameterTable(properties: INodeProperties[]): string {
	const rows = rowsOf(properties).map(({ labels, property }) => {
		const text = [sentence(cell(property.description ?? '')), choicesOf(property)];
		return `| ${labels.map(cell).join(' → ')}${property.required ? ' (required)' : ''} | ${code(property.name)} | ${code(property.default)} | ${text.join(' ').trim()} |`;
	});
	if (rows.length === 0) return '';
	return ['| Field | Name | Default | What it is |', '| --- | --- | --- | --- |', ...rows].join(
		'\n',
	);
}
