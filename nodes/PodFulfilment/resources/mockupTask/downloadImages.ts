import { UserError, type IDataObject } from 'n8n-workflow';

import { mockupTaskPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { mockupsOf } from '../../api/simplifyMockupTask';
import { defineOperation } from '../../execution/defineOperation';
import { withImage, type ImageToAttach } from '../../execution/imageAttachment';
import { optionsField } from '../../fields/options';
import { trimmed } from '../../input/guards';
import type { LocatorValue } from '../../input/locatorValue';
import { quote, serviceText } from '../../input/wording';
import { mockupTaskLocator } from '../../listSearch/mockupTask';
import { withCredits } from './credits';
import { imageAddressNotice, mockupTaskNotice } from './notice';

const imageOf = ({ displayName, mockupUrl }: IDataObject, index: number): ImageToAttach => {
	const name = trimmed(displayName) || `Mockup ${index + 1}`;
	return { url: mockupUrl, name, subject: `The image "${serviceText(name, 100)}"` };
};

/** GET /api/mockup-tasks/{id} (spec section 4), then each image from where the task says it is. */
export const downloadImages = defineOperation('mockupTask', {
	name: 'Download Images',
	value: 'downloadImages',
	action: 'Download the images of a mockup task',
	description:
		'Download the images of a finished mockup task, one item for each, as the binary file "data"',
	fields: [mockupTaskNotice, imageAddressNotice, mockupTaskLocator, optionsField()],
	async perform(call) {
		const { client, parameter } = call;
		const task = mockupTaskPath(parameter<LocatorValue>('mockupTaskId'));
		const { resource, headers } = await requestResource(client, { method: 'GET', ...task });
		const mockups = mockupsOf(resource);
		if (mockups.length === 0) {
			throw new UserError(`The ${task.subject} has no images`, {
				description: `Its status is ${quote(resource.status)}. A task has images once its status is "completed": begin the workflow with a POD Fulfilment trigger and the event Mockup Task Changed.`,
			});
		}
		return await Promise.all(
			mockups.map(async (mockup, index) => {
				const item = withCredits({ mockupTaskId: resource.id, ...mockup }, headers);
				return await withImage(call, item, imageOf(mockup, index));
			}),
		);
	},
});
