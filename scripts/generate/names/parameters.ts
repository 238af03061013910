import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { Parameter } from './publicNames.ts';

function valuesOf({ type, modes = [], options = [] }: INodeProperties): string[] {
	if (type === 'resourceLocator') return modes.map(({ name }) => name);
	if (type !== 'options' && type !== 'multiOptions' && type !== 'hidden') return [];
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}

/**
 * The parameters of a description and every field inside of one. Notices are left out: they hold no value. So is what is only
 * hidden for some choices.
 */
export function declaredParameters(properties: INodeProperties[], within = ''): Parameter[] {
	return properties
		.filter(({ type, name }) => {
			const isShownElsewhere = properties.some((one) => one.name === name && one.type !== 'hidden');
			return type !== 'notice' && !(type === 'hidden' && isShownElsewhere);
		})
		.flatMap((property) => {
			const { name, type, options = [], typeOptions } = property;
			const path = `${within}${name}`;
			const own = { path, kind: type, values: valuesOf(property), default: property.default };
			if (type === 'collection') {
				return [own, ...declaredParameters(options as INodeProperties[], `${path}.`)];
			}
			if (type !== 'fixedCollection') return [own];
			const rows = typeOptions?.multipleValues === true ? '[]' : '';
			const inner = (options as INodePropertyCollection[]).flatMap((group) =>
				declaredParameters(group.values, `${path}.${group.name}${rows}.`),
			);
			return [own, ...inner];
		});
}
