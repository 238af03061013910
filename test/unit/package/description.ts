import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { PodFulfilment } from '../../../nodes/PodFulfilment/PodFulfilment.node.ts';

export const { description } = new PodFulfilment();

const isShown = (property: INodeProperties, resource: string, operation: string): boolean => {
	const show = property.displayOptions?.show;
	return (
		show?.resource?.includes(resource) === true && show.operation?.includes(operation) === true
	);
};

/** The values of an options parameter. */
export const valuesOf = ({ options }: INodeProperties): unknown[] =>
	((options ?? []) as INodePropertyOptions[]).map(({ value }) => value);

/** The operations of a resource, in the node's order. */
export const operationsOf = (resource: string): INodePropertyOptions[] =>
	description.properties
		.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource) === true,
		)
		.flatMap(({ options }) => options as INodePropertyOptions[]);

/** The parameters of an operation, in the node's order. */
export const parametersOf = (resource: string, operation: string): INodeProperties[] =>
	description.properties.filter((property) => isShown(property, resource, operation));

/** Whether a parameter is shown for one way of composing an order. */
export const isShownFor = (
	orderFrom: 'fields' | 'shopOrder',
	{ displayOptions }: INodeProperties,
): boolean => displayOptions?.show?.orderFrom?.includes(orderFrom) ?? true;

/** Of one that is declared for each way of composing an order, the one for fields. */
const propertyNamed = (properties: unknown[], name: string): INodeProperties => {
	const named = (properties as INodeProperties[]).filter((property) => property.name === name);
	const found =
		named.length > 1 ? named.filter((property) => isShownFor('fields', property)) : named;
	if (found.length !== 1 || !found[0]) {
		throw new Error(`There are ${found.length} parameters named ${name}`);
	}
	return found[0];
};

/** A parameter of an operation, or a field inside it, e.g. `options.ifExists`. */
export const parameterOf = (resource: string, operation: string, path: string): INodeProperties =>
	path
		.split('.')
		.reduce<INodeProperties | undefined>(
			(parent, name) => propertyNamed(parent?.options ?? parametersOf(resource, operation), name),
			undefined,
		) as INodeProperties;

/** Every parameter of the node and every field inside one, with its path for messages. */
export function everyProperty(
	properties: INodeProperties[] = description.properties,
	parentPath = '',
): Array<{ path: string; property: INodeProperties }> {
	return properties.flatMap((property) => {
		const { resource, operation } = property.displayOptions?.show ?? {};
		const parts = [parentPath, resource?.join(), operation?.join(), property.name];
		const path = parts.filter((part) => part).join(' > ');
		const inner =
			property.type === 'collection'
				? (property.options as INodeProperties[])
				: property.type === 'fixedCollection'
					? (property.options as INodePropertyCollection[]).flatMap(({ values }) => values)
					: [];
		return [{ path, property }, ...everyProperty(inner, path)];
	});
}
