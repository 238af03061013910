// Lists all fields of another shop's order and of its objects, one after the other, but not those of its lines. Also
// the name of such a field in messages: 'shipping.method'.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../input/guards';
import { namesInPath, pathEnd, valueAtNames } from '../values';

/** A field of an order, or of one of its objects. */
export interface OwnField {
	/** The object that holds it; undefined for a field of the order itself. */
	within?: string;
	name: string;
	value: unknown;
}

/** A field as messages name it: 'shipping.method'. */
export const fieldName = ({ within, name }: OwnField): string =>
	within === undefined ? name : `${within}.${name}`;

/** Fields that are read. Orders have a few hundred. */
const MAX_FIELDS = 2_000;

/** The objects on the way to a path, by their names; a row of a spreadsheet has a number. */
function objectsOnTheWay(
	order: IDataObject,
	path: string,
): Array<[IDataObject, string | undefined]> {
	const names = namesInPath(path);
	return names.flatMap((name, index): Array<[IDataObject, string | undefined]> => {
		const object = valueAtNames(order, names.slice(0, index + 1));
		return isObject(object) ? [[object, /^\d+$/.test(name) ? undefined : name]] : [];
	});
}

/**
 * The fields of an order and of its objects, but not of its lists. The order is also what holds its number and its lines;
 * objects on the way to these and to its street count as objects of the order.
 */
export function ownFields(
	order: IDataObject,
	{ ofOrder, street }: { ofOrder: readonly string[]; street: string },
): OwnField[] {
	const holders = ofOrder.map((path) => pathEnd(order, path)?.holder).filter(isObject);
	const objects = new Map<IDataObject, string | undefined>(
		[...ofOrder, street].flatMap((path) => objectsOnTheWay(order, path)),
	);
	for (const object of [order, ...holders]) objects.set(object, undefined);
	const fieldsIn = (object: IDataObject, within: string | undefined): OwnField[] =>
		Object.entries(object)
			.slice(0, MAX_FIELDS)
			.map(([name, value]) => ({ ...(within !== undefined && { within }), name, value }));
	return [...objects]
		.flatMap(([object, within]) => fieldsIn(object, within))
		.flatMap((field) => [
			field,
			...(isObject(field.value) && !objects.has(field.value)
				? fieldsIn(field.value, field.name)
				: []),
		])
		.slice(0, MAX_FIELDS);
}
