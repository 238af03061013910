import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { readWholeList, type Page } from '../api/pages';
import type { OperationCall } from '../execution/operation';
import type { ServiceRequest } from '../transport/types';

/** The fields 'Return All' and 'Limit' of every 'Get Many'. */
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
 * Maximum number of results that the user wants.
 *
 * @throws UserError for an invalid limit, as an expression or an AI agent may give it
 */
function limitOf({ parameter }: OperationCall): number {
	if (parameter<boolean>('returnAll', false)) return Number.POSITIVE_INFINITY;
	const entered = parameter<unknown>('limit', 50);
	const limit = typeof entered === 'string' && entered.trim() !== '' ? Number(entered) : entered;
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit;
	throw new UserError(`Limit is ${JSON.stringify(entered) ?? 'empty'}`, {
		description: 'Enter a whole number of at least 1, or turn on Return All.',
	});
}

/**
 * Reads a collection up to 'Limit', or all of it with 'Return All'. Requests no more pages than needed.
 *
 * @param toItem maps a member of the collection, and the page it is on, to an output object
 * @throws ServiceError when the service hands out fewer members than it says there are, and the limit is not met
 */
export async function getMany(
	call: OperationCall,
	request: Pick<ServiceRequest, 'path' | 'about'>,
	toItem: (member: IDataObject, page: Page) => IDataObject = (member) => member,
): Promise<IDataObject[]> {
	const limit = limitOf(call);
	const items: IDataObject[] = [];
	for await (const page of readWholeList(call.client, request)) {
		for (const member of page.members) {
			if (items.length === limit) return items;
			items.push(toItem(member, page));
		}
		if (items.length === limit) return items;
	}
	return items;
}
