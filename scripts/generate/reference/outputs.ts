import type { OutputSchema } from '../sources.ts';

const typeOf = ({ type, items }: OutputSchema): string => {
	const name = [type ?? 'any'].flat().join(' or ');
	return items ? `${name} of ${typeOf(items)}` : name;
};

/** Fields of an item, each followed by those within it, as far as two levels down: `recipient.city`, `orderItems[].id`. */
function fieldsOf(schema: OutputSchema, within = '', depth = 0): string[] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
		const path = `${within}${name}`;
		const inner = field.items ?? field;
		const suffix = field.items ? '[].' : '.';
		return [
			`\`${path}\` (${typeOf(field)})`,
			...(depth < 1 ? fieldsOf(inner, `${path}${suffix}`, depth + 1) : []),
		];
	});
}

/** The fields of an output item as one sentence; '' without a schema. */
export const outputFields = (schema: OutputSchema | undefined): string =>
	schema ? `${fieldsOf(schema).join(', ')}.` : '';
