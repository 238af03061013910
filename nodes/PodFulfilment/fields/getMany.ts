import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { readPages, type Page } from '../api/pages';
import type { ServiceRequest } from '../transport/types';
import type { OperationCall } from '../execution/operation';

/** The two fields of every 'Get Many'. */
export const getManyFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

/**
 * How many members are wanted at most.
 *
 * @throws UserError for a limit that is no number of members: an expression or a model may give anything
 */
function wantedOf({ parameter }: OperationCall): number {
	if (parameter<boolean>('returnAll', false)) return Number.POSITIVE_INFINITY;
	const entered = parameter<unknown>('limit', 50);
	const limit = typeof entered === 'string' && entered.trim() !== '' ? Number(entered) : entered;
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit;
	throw new UserError(`Limit is ${JSON.stringify(entered) ?? 'empty'}`, {
		description: 'Enter a whole number of at least 1, or turn on Return All.',
	});
}

/**
 * Reads a collection as far as 'Return All' and 'Limit' ask for; no page is read that is not needed.
 *
 * @param toItem makes an output object from a member; sees the page it came on
 */
export async function getMany(
	call: OperationCall,
	request: Pick<ServiceRequest, 'path' | 'about'>,
	toItem: (member: IDataObject, page: Page) => IDataObject = (member) => member,
): Promise<IDataObject[]> {
	const wanted = wantedOf(call);
	const items: IDataObject[] = [];
	for await (const page of readPages(call.client, { ...request })) {
		for (const member of page.members) {
			if (items.length === wanted) return items;
			items.push(toItem(member, page));
		}
		if (items.length === wanted) return items;
	}
	return items;
}
