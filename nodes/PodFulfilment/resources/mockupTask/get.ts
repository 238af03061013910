import { mockupTaskPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { defineOperation } from '../../execution/defineOperation';
import { optionsField } from '../../fields/options';
import type { LocatorValue } from '../../input/locatorValue';
import { mockupTaskLocator } from '../../listSearch/mockupTask';
import { withCredits } from './credits';
import { mockupTaskNotice } from './notice';

/** GET /api/mockup-tasks/{id} (spec section 4). */
export const get = defineOperation('mockupTask', {
	name: 'Get',
	value: 'get',
	action: 'Get a mockup task',
	description: 'Retrieve a mockup task with its images, and the credits that are left',
	fields: [mockupTaskNotice, mockupTaskLocator, optionsField()],
	async perform({ client, parameter }) {
		const task = mockupTaskPath(parameter<LocatorValue>('mockupTaskId'));
		const { resource, headers } = await requestResource(client, { method: 'GET', ...task });
		return [withCredits(resource, headers)];
	},
});
