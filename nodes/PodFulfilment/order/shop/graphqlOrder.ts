// Finds an order of Shopify's GraphQL Admin API, bare or in the objects that contain it, such as `data` or `node`.

import type { IDataObject } from 'n8n-workflow';

import { isObject, ownValue } from '../../input/guards';
import { textIn } from './values';

/** Objects that may contain the order: n8n's Webhook and HTTP Request nodes, and answers of GraphQL. */
const WRAPPERS = ['body', 'data', 'order', 'node'];

const isGraphqlOrder = (object: IDataObject): boolean =>
	isObject(object.lineItems) ||
	'displayFinancialStatus' in object ||
	/^gid:\/\/shopify\/(Draft)?Order\//.test(textIn(object.id) ?? '');

/** Finds an order of Shopify's GraphQL Admin API, bare or in the objects that contain it. */
export function findGraphqlOrder(value: unknown): IDataObject | undefined {
	let inner = value;
	for (let depth = 0; depth <= WRAPPERS.length && isObject(inner); depth += 1) {
		if (isGraphqlOrder(inner)) return inner;
		const wrapper: IDataObject = inner;
		inner = WRAPPERS.map((name) => ownValue(wrapper, name)).find(isObject);
	}
	return undefined;
}
