// Adds to the description of a field with a fixed list which values an expression may return: 'Values for an
// expression: …'.

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { withFullStop } from '../input/wording';

/** Longer lists, such as that of the countries, say themselves what an expression returns. */
const MAX_TOLD_VALUES = 20;

/** The sentence that says what an expression may return; empty for a field that has no expression or no fixed list. */
function valuesNote({ type, options, noDataExpression, typeOptions }: INodeProperties): string {
	const isList = type === 'options' || type === 'multiOptions';
	if (!isList || noDataExpression || typeOptions?.loadOptionsMethod) return '';
	const values = ((options ?? []) as INodePropertyOptions[]).map(({ value }) => String(value));
	if (values.length === 0 || values.length > MAX_TOLD_VALUES) return '';
	const several = type === 'multiOptions' ? ', several separated by commas' : '';
	return ` Values for an expression: ${values.join(', ')}${several}.`;
}

/**
 * Adds to the description of each list the values behind its labels. An expression returns them, and with `$fromAI` a
 * model: the editor has no button that leaves a list of one value to a model, and n8n before 2.41 for none.
 *
 * @returns the field, with its inner fields
 */
export function withListValues(field: INodeProperties): INodeProperties {
	const note = valuesNote(field);
	return {
		...field,
		...(note !== '' && { description: `${withFullStop(field.description ?? '')}${note}`.trim() }),
		...(field.type === 'collection' && {
			options: (field.options as INodeProperties[]).map(withListValues),
		}),
		...(field.type === 'fixedCollection' && {
			options: (field.options as INodePropertyCollection[]).map((group) => ({
				...group,
				values: group.values.map(withListValues),
			})),
		}),
	};
}
