// Whether an order or its lines have nothing at a path that the user entered, and the review or warning that says so: a
// path that leads into what is not there is mistyped, others may be those of empty fields.

import type { IDataObject } from 'n8n-workflow';

import { joinedByAnd, quote } from '../../../input/wording';
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

/** Fields with paths, by their labels. */
type Paths = ReadonlyArray<readonly [label: string, path: string | undefined]>;

/**
 * Reports paths at which none of several objects has anything. One that leads into what is not there is mistyped; the others
 * may be those of fields which the shop leaves out where they are empty.
 *
 * @param objects the order, or all its lines
 * @param holder what messages call these
 */
export function reportAbsent(
	objects: readonly IDataObject[],
	paths: Paths,
	found: Findings,
	holder = 'The order has',
): void {
	const absent = paths.filter(
		([, path]) => objects.length > 0 && objects.every((object) => isAbsent(object, path)),
	);
	const isMistyped = ([, path = '']: Paths[number]): boolean =>
		objects.every((object) => isAstray(object, path));
	for (const [label, path] of absent.filter(isMistyped)) {
		found.review(
			`${holder} nothing at the path in ${label}, ${quote(path)}: correct it, or remove it`,
		);
	}
	const labels = absent.filter((entry) => !isMistyped(entry)).map(([label]) => label);
	if (labels.length === 0) return;
	found.warn(
		`${holder} nothing at the path in ${joinedByAnd(labels)}: correct it, or remove it, unless the shop leaves out fields that are empty`,
	);
}
