import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mockupTaskView } from '../json-ld/catalog.ts';
import { collection, type PageQuery } from '../json-ld/collection.ts';
import { withContext } from '../json-ld/context.ts';
import { HttpProblem } from '../plugins/problems.ts';
import { creditsUsed } from '../state/accounts.ts';
import { collectionQuerySchema, idSchema } from './schemas.ts';

/** Section 4, Mockup tasks, with the credit headers of section 8. */
export async function mockupTaskRoutes(api: FastifyInstance): Promise<void> {
	api.get<{ Querystring: PageQuery }>(
		'/mockup-tasks',
		{ schema: { querystring: collectionQuerySchema('status') } },
		async (request, reply) => {
			const { service, account, query } = request;
			addCreditHeaders(request, reply);
			const tasks = service.mockupTasks.ofAccount(account.id);
			return collection(
				{
					type: 'MockupTask',
					path: '/api/mockup-tasks',
					entries: query.status ? tasks.filter(({ status }) => status === query.status) : tasks,
					newestFirst: true,
					view: mockupTaskView,
				},
				query,
				service.options.pageSize,
			);
		},
	);

	api.get<{ Params: { id: string } }>(
		'/mockup-tasks/:id',
		{ schema: idSchema },
		async (request, reply) => {
			const { service, account, params } = request;
			const task = service.mockupTasks.find(account, params.id);
			if (!task) throw new HttpProblem(404, `There is no mockup task "${params.id}".`);
			if (task.expired) {
				throw new HttpProblem(410, 'The images of this mockup task are no longer available.');
			}
			addCreditHeaders(request, reply);
			return withContext(mockupTaskView(task));
		},
	);
}

function addCreditHeaders({ service, account }: FastifyRequest, reply: FastifyReply): void {
	const brand = service.options.creditHeaderBrand;
	reply.header(`X-${brand}-Credits-Included`, String(account.creditsIncluded));
	reply.header(`X-${brand}-Credits-Used`, String(creditsUsed(account)));
}
