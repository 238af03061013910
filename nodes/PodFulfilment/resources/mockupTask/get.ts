import { mockupTaskLocator } from '../../listSearch/mockupTask';
import { optionsField } from '../../fields/options';
import { withCredits } from './credits';
import { mockupTaskNotice } from './notice';
import { requestResource } from '../../api/resource';
import { mockupTaskPath } from '../../api/paths';
import { defineOperation } from '../../execution/defineOperation';
import type { LocatorValue } from '../../input/locatorValue';

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
