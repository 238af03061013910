import type { ILoadOptionsFunctions, INodeListSearchResult, INodeProperties } from 'n8n-workflow';

import { pathSegment } from '../transport/path';
import { readableName, searchCollection } from './listSearch';
import { locator, locatorChoice, type LocatorValue } from './locator';

export const mockupTaskLocator: INodeProperties = locator({
	displayName: 'Mockup Task',
	name: 'mockupTaskId',
	description: 'The mockup task to look at',
	searchListMethod: 'searchMockupTasks',
	exampleId: '0198c2f4-8e6c-7b90-9d27-4a1f3c5e8b06',
});

/** The mockup task's path, and its name in messages. */
export function mockupTaskPath(value: LocatorValue): { path: string; about: string } {
	const { value: id } = locatorChoice(value);
	return {
		path: `/api/mockup-tasks/${pathSegment(id, 'Mockup Task')}`,
		about: `mockup task "${id.trim()}"`,
	};
}

export async function searchMockupTasks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchCollection(this, {
		path: '/api/mockup-tasks',
		about: 'the list of mockup tasks',
		filter,
		paginationToken,
		toResult: ({ id, status, createdAt }) => ({
			name: readableName(createdAt, status, id),
			value: String(id),
		}),
	});
}
