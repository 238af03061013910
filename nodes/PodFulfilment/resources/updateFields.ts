import { UserError, type IDataObject } from 'n8n-workflow';

const isEmptyObject = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/**
 * The body of a merge-patch (spec section 4): what was set, and nothing else.
 *
 * @throws UserError when nothing was set
 */
export function changesOf(changes: IDataObject): IDataObject {
	const set = Object.entries(changes).filter(
		([, value]) => value !== undefined && !isEmptyObject(value),
	);
	if (set.length === 0) {
		throw new UserError('Update Fields is empty', {
			description: 'Add the fields to change. Nothing was sent.',
		});
	}
	return Object.fromEntries(set) as IDataObject;
}
