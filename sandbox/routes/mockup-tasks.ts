import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageQuery } from '../json-ld/collection.ts';
import { withContext } from '../json-ld/context.ts';
import { HttpProblem } from '../json-ld/problems.ts';
import type { Serving } from '../plugins/plugin.ts';
import type { Reads } from '../reads/reads.ts';
import { creditsUsed } from '../state/accounts.ts';
import type { MockupTaskStore } from '../state/mockup-tasks.ts';
import type { Account } from '../state/model.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

const tasksQuery = collectionQuerySchema('status');

interface MockupTaskParts {
	mockupTasks: MockupTaskStore;
	reads: Reads;
	pageSize: number;
	options: { creditHeaderBrand: string };
}

/** Section 4, Mockup tasks, with the credit headers of section 8. */
export async function mockupTaskRoutes(
	api: FastifyInstance,
	serving: Serving<MockupTaskParts>,
): Promise<void> {
	const addCreditHeaders = (reply: FastifyReply, account: Account): void => {
		const { creditHeaderBrand } = serving.service.options;
		reply.header(`X-${creditHeaderBrand}-Credits-Included`, String(account.creditsIncluded));
		reply.header(`X-${creditHeaderBrand}-Credits-Used`, String(creditsUsed(account)));
	};

	api.get<{ Querystring: PageQuery }>(
		'/mockup-tasks',
		{ schema: { querystring: tasksQuery } },
		async ({ account, query }, reply) => {
			const { mockupTasks, reads, pageSize } = serving.service;
			addCreditHeaders(reply, account);
			const tasks = mockupTasks.ofAccount(account.id);
			const entries = query.status ? tasks.filter(({ status }) => status === query.status) : tasks;
			return reads.mockupTasks(entries, query, pageSize);
		},
	);

	api.get<{ Params: { id: string } }>(
		'/mockup-tasks/:id',
		{ schema: idSchema },
		async ({ account, params }, reply) => {
			const { mockupTasks, reads } = serving.service;
			const task = mockupTasks.find(account, params.id);
			const seen = task && reads.mockupTask(task);
			if (!task || !seen) throw new HttpProblem(404, `There is no mockup task "${params.id}".`);
			if (task.expired) {
				throw new HttpProblem(410, 'The images of this mockup task are no longer available.');
			}
			addCreditHeaders(reply, account);
			return withContext(seen);
		},
	);
}
