import type { OutputSchema } from '../sources.ts';

const typeOf = ({ type, items }: OutputSchema): string => {
	const name = [type ?? 'any'].flat().join(' or ');
	return items ? `${name} of ${typeOf(items)}` : name;
};

/** The type of a field in brackets; '' of a text, as most are. */
const typeNote = (field: OutputSchema): string => {
	const type = typeOf(field);
	return type === 'string' ? '' : ` (${type})`;
};

/** Fields of an item, each followed by those within it, as far as two levels down: `recipient.city`, `orderItems[].id`. */
function fieldsOf(schema: OutputSchema, within = '', depth = 0): string[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const path = `${within}${name}`;
		const inner = field.items ?? field;
		const suffix = field.items ? '[].' : '.';
		return [
			`\`${path}\`${typeNote(field)}`,
			...(depth < 1 ? fieldsOf(inner, `${path}${suffix}`, depth + 1) : []),
		];
	});
}

/** The fields of an output item as one sentence; '' without a schema. */
export const outputFields = (schema: OutputSchema | undefined): string =>
	schema ? `${fieldsOf(schema).join(', ')}.` : '';
