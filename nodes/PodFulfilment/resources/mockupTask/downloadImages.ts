// Mockup Task → Download Images: GET /api/mockup-tasks/{id} (spec section 4), then each image from where the task says it is,
// one output item for each; or why there is none.

import { sleep, UserError, type IDataObject } from 'n8n-workflow';

import { mockupTaskPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { mockupsOf } from '../../api/simplify';
import { defineOperation } from '../../execution/defineOperation';
import { withImage, type ImageToAttach, type ItemWithImage } from '../../execution/imageAttachment';
import { optionsField, imageAddressNotice, mockupTaskNotice } from '../sharedFields';
import { trimmed } from '../../input/text';
import { firstReasons, quote, serviceReason, serviceText } from '../../input/wording';
import { mockupTaskLocator } from '../../listSearch/collections';
import { withCredits } from './credits';

/** Mockups that are looked at before n8n does other work. */
const MOCKUPS_AT_ONCE = 200;

const imageOf = ({ displayName, mockupUrl }: IDataObject, index: number): ImageToAttach => {
	const name = trimmed(displayName) || `Mockup ${index + 1}`;
	return { url: mockupUrl, name, subject: `The image "${serviceText(name, 100)}"` };
};

/** Why a task failed, as far as the service says it in texts; '' if it does not. */
function failureReasonsOf({ failureReasons }: IDataObject): string {
	const reasons = (Array.isArray(failureReasons) ? failureReasons : [])
		.filter((reason): reason is string => typeof reason === 'string')
		.map(serviceReason)
		.filter(Boolean);
	return reasons.length === 0 ? '' : `: ${firstReasons(reasons)}`;
}

/** The error of a task without images. That of one that failed does not advise to wait: it gets none. */
const noImages = (task: IDataObject, subject: string): UserError =>
	task.status === 'failed'
		? new UserError(`The ${subject} has no images, because it failed${failureReasonsOf(task)}`, {
				description:
					'A task that failed gets no images any more. Have them made anew at your provider, as another mockup task.',
			})
		: new UserError(`The ${subject} has no images`, {
				description: `Its status is ${quote(task.status)}. A task has images once its status is "completed": begin the workflow with a POD Fulfilment trigger and the event Mockup Task Changed.`,
			});

export const downloadImages = defineOperation('mockupTask', {
	name: 'Download Images',
	value: 'downloadImages',
	action: 'Download the images of a mockup task',
	description:
		'Download the images of a finished mockup task, one item for each, as the binary file "data"',
	fields: [
		mockupTaskNotice,
		imageAddressNotice,
		mockupTaskLocator('The mockup task whose images to download', 'searchFinishedMockupTasks'),
		optionsField(),
	],
	async perform(call) {
		const { client, parameter } = call;
		const task = mockupTaskPath(parameter('mockupTaskId'));
		const { resource, headers } = await requestResource(client, task);
		const mockups = mockupsOf(resource);
		if (mockups.length === 0) throw noImages(resource, task.subject);
		const items: Array<IDataObject | ItemWithImage> = [];
		for (let first = 0; first < mockups.length; first += MOCKUPS_AT_ONCE) {
			if (first > 0) await sleep(0);
			const some = mockups.slice(first, first + MOCKUPS_AT_ONCE).map(async (mockup, index) => {
				const item = withCredits({ mockupTaskId: resource.id, ...mockup }, headers);
				return await withImage(call, item, imageOf(mockup, first + index));
			});
			for (const item of await Promise.all(some)) items.push(item);
		}
		return items;
	},
});
