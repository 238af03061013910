import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { EXTERNAL_ID_PREFIX } from '../constants/service';
import { pathSegment } from '../transport/path';
import { readableName, searchCollection } from './listSearch';
import { locator, locatorChoice, type LocatorValue } from './locator';

/**
 * The order that an operation works on.
 *
 * @param texts display name and description where the order has a special part, as the source of a reprint
 */
export function orderLocator(
	texts: { displayName: string; description: string } = {
		displayName: 'Order',
		description: 'The order to work on',
	},
): INodeProperties {
	const property = locator({
		...texts,
		name: 'orderId',
		searchListMethod: 'searchOrders',
		exampleId: '0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88',
	});
	return {
		...property,
		modes: [
			...(property.modes ?? []),
			{
				displayName: 'By External ID',
				name: 'externalId',
				type: 'string',
				placeholder: 'e.g. SHOP-1001',
				hint: 'The order number of your own shop, without an @ sign',
			},
		],
	};
}

/**
 * How the service takes a reference to an order: its id, or the external ID preceded by `@` (spec section 4).
 * An `@` that was typed before an external ID is not doubled: external IDs cannot contain one.
 */
export function orderReference(value: LocatorValue): string {
	const choice = locatorChoice(value);
	const entered = choice.value.trim();
	if (choice.mode !== 'externalId' || entered === '') return entered;
	return entered.startsWith(EXTERNAL_ID_PREFIX) ? entered : `${EXTERNAL_ID_PREFIX}${entered}`;
}

/** The order's path, and its name in messages. */
export function orderPath(value: LocatorValue): { path: string; about: string } {
	const reference = orderReference(value);
	return {
		path: `/api/orders/${pathSegment(reference, 'Order')}`,
		about: `order "${reference.replace(/^@/, '')}"`,
	};
}

/** The account's orders for the 'From List' mode, newest first as the service lists them. */
export async function searchOrders(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchCollection(this, {
		path: '/api/orders',
		about: 'the list of orders',
		filter,
		paginationToken,
		toResult: ({ id, externalId, recipient, status }) => ({
			name:
				readableName(externalId, (recipient as { name?: string } | undefined)?.name, status) ||
				String(id),
			value: String(id),
		}),
	});
}
