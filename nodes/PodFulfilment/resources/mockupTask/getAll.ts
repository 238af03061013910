// Mockup Task → Get Many: GET /api/mockup-tasks (spec section 4), with the credits that are left.

import { MOCKUP_TASK_LIST } from '../../api/paths';
import { simplifyMockupTask } from '../../api/simplify';
import { outputMapper } from '../../execution/outputMapper';
import { getManyOperation, readFilteredList } from '../getMany';
import { mockupTaskNotice } from '../sharedFields';
import { withCredits } from './credits';

export const getAll = getManyOperation('mockupTask', {
	action: 'Get many mockup tasks',
	description: 'Retrieve a list of mockup tasks, and the credits that are left',
	fields: [mockupTaskNotice],
	noun: 'task',
	isSimplified: false,
	async perform(call) {
		const toOutput = outputMapper(call, simplifyMockupTask, undefined, false);
		return await readFilteredList(call, MOCKUP_TASK_LIST, (task, { headers }) =>
			withCredits(toOutput(task), headers),
		);
	},
});
