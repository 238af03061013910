// Paths at which an order or its lines have nothing.

import type { IDataObject } from 'n8n-workflow';

import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { namesInPath, valueAt, valueAtNames } from '../values';

/** Whether there is no field at a path. One without a value is a field that the customer left empty. */
export const isAbsent = (object: IDataObject, path = ''): boolean =>
	path !== '' && valueAt(object, path) === undefined;

/** Whether a path leads into something that is not there. */
function isAstray(object: IDataObject, path: string): boolean {
	const [first = '', ...others] = namesInPath(path);
	return others.length > 0 && valueAtNames(object, [first]) === undefined;
}

/**
 * Reports a path at which none of several objects has anything. One that leads into what is not there is mistyped; another
 * may be that of a field which the shop leaves out where it is empty.
 *
 * @param objects the order, or all its lines
 * @param label of the field that holds the path
 */
export function reportAbsent(
	objects: readonly IDataObject[],
	path: string | undefined,
	label: string,
	found: Findings,
	holders = 'the order has no field',
): void {
	if (path === undefined || objects.length === 0) return;
	if (!objects.every((object) => isAbsent(object, path))) return;
	const text = `${label} is ${quote(path)}, and ${holders} of that name: correct it, or remove it`;
	if (objects.every((object) => isAstray(object, path))) found.review(text);
	else found.warn(`${text}, unless the shop leaves out fields that are empty`);
}
