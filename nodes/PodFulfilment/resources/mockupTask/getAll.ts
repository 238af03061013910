// Mockup Task → Get Many: GET /api/mockup-tasks (spec section 4), with the credits that are left.

import { simplifyMockupTask } from '../../api/simplify';
import { defineOperation } from '../../execution/defineOperation';
import { readFilteredList } from '../readFilteredList';
import { outputMapper } from '../../execution/outputMapper';
import { getManyFields, optionsField, simplifyFields, mockupTaskNotice } from '../sharedFields';
import { withCredits } from './credits';

export const getAll = defineOperation('mockupTask', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many mockup tasks',
	description: 'Retrieve a list of mockup tasks, and the credits that are left',
	fields: [
		mockupTaskNotice,
		...getManyFields,
		...simplifyFields('mockupTask', false),
		optionsField(),
	],
	async perform(call) {
		const toOutput = outputMapper(call, simplifyMockupTask, undefined, false);
		return await readFilteredList(
			call,
			{ path: '/api/mockup-tasks', subject: 'the list of mockup tasks' },
			(task, { headers }) => withCredits(toOutput(task), headers),
		);
	},
});
