import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialDataDecryptedObject,
	type INodeListSearchResult,
	type INodeParameters,
} from 'n8n-workflow';

import { actionNode } from '../../support/workflow.ts';
import { NodeTypes, nodeType } from './nodes.ts';
import { additionalDataWith } from './run.ts';

export interface ListOptions {
	credential: ICredentialDataDecryptedObject;
	/** The node's current parameters. */
	parameters?: INodeParameters;
	/** Path of the field with the list, e.g. `parameters.items.item[0].variantId`. */
	path?: string;
	filter?: string;
	paginationToken?: string;
}

/** Opens a list of the action node as the editor does. */
export async function openList(
	method: string,
	{
		credential,
		parameters = {},
		path = 'parameters.orderId',
		filter,
		paginationToken,
	}: ListOptions,
): Promise<INodeListSearchResult> {
	const node = actionNode(parameters);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes(),
	});
	const context = new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalDataWith(credential), currentNodeParameters: parameters },
		path,
	);
	const search = nodeType('podFulfilment').methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no list ${method}`);
	return await search.call(context, filter, paginationToken);
}

/** Opens a list and scrolls to its end. */
export async function openWholeList(
	method: string,
	options: ListOptions,
): Promise<INodeListSearchResult['results']> {
	const results: INodeListSearchResult['results'] = [];
	let paginationToken: string | undefined;
	do {
		const page = await openList(method, { ...options, paginationToken });
		results.push(...page.results);
		paginationToken = page.paginationToken as string | undefined;
	} while (paginationToken !== undefined);
	return results;
}
