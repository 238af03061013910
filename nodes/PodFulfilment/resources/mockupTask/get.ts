// Mockup Task → Get: GET /api/mockup-tasks/{id} (spec section 4), with its images and the credits that are left.

import { mockupTaskPath } from '../../api/paths';
import { requestResource } from '../../api/resource';
import { simplifyMockupTask } from '../../api/simplify';
import { defineOperation } from '../../execution/defineOperation';
import { outputMapper } from '../../execution/outputMapper';
import { optionsField, simplifyFields, mockupTaskNotice } from '../sharedFields';
import { mockupTaskLocator } from '../../listSearch/collections';
import { withCredits } from './credits';

export const get = defineOperation('mockupTask', {
	name: 'Get',
	value: 'get',
	action: 'Get a mockup task',
	description: 'Retrieve a mockup task with its images, and the credits that are left',
	fields: [
		mockupTaskNotice,
		mockupTaskLocator('The mockup task to get'),
		...simplifyFields('mockupTask', false),
		optionsField(),
	],
	async perform(call) {
		const { client, parameter } = call;
		const toOutput = outputMapper(call, simplifyMockupTask, undefined, false);
		const task = mockupTaskPath(parameter('mockupTaskId'));
		const { resource, headers } = await requestResource(client, task);
		return [withCredits(toOutput(resource), headers)];
	},
});
