import type { LocatorValue } from '../../locators/locator';
import { mockupTaskLocator, mockupTaskPath } from '../../locators/mockupTask';
import { optionsField } from '../options';
import { defineOperation } from '../operation';
import { withCredits } from './credits';
import { mockupTaskNotice } from './notice';

/** GET /api/mockup-tasks/{id} (spec section 4). */
export const get = defineOperation('mockupTask', {
	name: 'Get',
	value: 'get',
	action: 'Get a mockup task',
	description: 'Retrieve a mockup task with its images, and the credits that are left',
	fields: [mockupTaskNotice, mockupTaskLocator, optionsField()],
	async perform({ service, parameter }) {
		const task = mockupTaskPath(parameter<LocatorValue>('mockupTaskId'));
		const { object, headers } = await service.sendForObject({ method: 'GET', ...task });
		return [withCredits(object, headers)];
	},
});
