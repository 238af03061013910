// The field 'Mockup Task', and searching mockup tasks for its list, with their labels.

import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { objectsOf, trimmed } from '../input/guards';
import { locator } from './locator';
import { countLabel, readableName, searchCollection } from './searchCollection';

export const mockupTaskLocator = (description: string): INodeProperties =>
	locator({
		displayName: 'Mockup Task',
		name: 'mockupTaskId',
		description,
		searchListMethod: 'searchMockupTasks',
		exampleId: '0198c2f4-8e6c-7b90-9d27-4a1f3c5e8b06',
	});

/** What most tasks are is not said. */
const USUAL_STATUS = 'completed';

/**
 * Labels a task with its creation time, first image and number of images (spec section 2, MockupTask), and its status where it has
 * none yet, or never will.
 */
function labelOf({ id, createdAt, catalogVariantMockups, status }: IDataObject): string {
	const images = objectsOf(catalogVariantMockups).flatMap(({ mockups }) => objectsOf(mockups));
	const label = readableName(
		// Without seconds and offset; not converted to another time zone.
		String(createdAt ?? '').replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/, '$1 $2'),
		images[0]?.displayName,
		images.length > 0 ? countLabel(images.length, 'image') : '',
	);
	return readableName(label || String(id), status === USUAL_STATUS ? '' : trimmed(status));
}

/** Searches the account's mockup tasks, newest first as the service lists them. */
export async function searchMockupTasks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchCollection(this, {
		path: '/api/mockup-tasks',
		subject: 'the list of mockup tasks',
		filter,
		paginationToken,
		toResult: (task) => ({
			name: labelOf(task),
			value: String(task.id),
			searchText: trimmed(task.status),
		}),
	});
}
