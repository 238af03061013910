import { defineOperation } from '../../execution/defineOperation';
import { getMany } from '../../execution/getMany';
import { getManyFields } from '../../fields/getManyFields';
import { optionsField } from '../../fields/options';
import { withCredits } from './credits';
import { mockupTaskNotice } from './notice';

/** GET /api/mockup-tasks (spec section 4). */
export const getAll = defineOperation('mockupTask', {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many mockup tasks',
	description: 'Retrieve a list of mockup tasks, and the credits that are left',
	fields: [mockupTaskNotice, ...getManyFields, optionsField()],
	async perform(call) {
		return await getMany(
			call,
			{ path: '/api/mockup-tasks', subject: 'the list of mockup tasks' },
			(task, { headers }) => withCredits(task, headers),
		);
	},
});
