import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { properties } from '../../nodes/PodFulfilment/resources/index.ts';
import { ENGINES, startAction } from './engine/execution.ts';
import { credentialFor } from './engine/run.ts';
import { withTool } from './engine/tool.ts';
import { createParameters, locate, useSandbox } from './support.ts';

const node = useSandbox();

/** What a run of an operation writes with each choice of Allow. */
interface Case {
	/** With fields of its own, by the IDs of an order's item, a product, a variant and a task. */
	fields?(ids: Record<'item' | 'product' | 'variant' | 'task', string>): INodeParameters;
	/** Of order A-1; by default a draft. */
	status?: 'pending' | 'inprocess' | 'fulfilled';
	everything: string[];
	drafts: string[];
}

const A1 = { orderId: locate('externalId', 'A-1') };
const PLACE = 'POST /api/orders';
const nothing = { everything: [], drafts: [] };

const create = (then: string) => () => ({ ...createParameters(node.sandbox, 'B-1'), then });
const reprint = (then: string) => () => ({ ...A1, externalId: 'B-1', thenReprint: then });
const update = () => ({ ...A1, updateFields: { shipping: 'DHL_EXPRESS' } });
const updateItem = ({ item }: { item: string }) => ({
	...A1,
	orderItemId: locate('id', item),
	updateFields: { quantity: 7 },
});
const PATCH = 'PATCH /api/orders/@A-1';

const CASES: Record<string, Case> = {
	'catalogProduct.get': {
		...nothing,
		fields: ({ product }) => ({ productId: locate('id', product) }),
	},
	'catalogProduct.getAll': nothing,
	'catalogVariant.get': {
		...nothing,
		fields: ({ variant }) => ({ variantId: locate('id', variant) }),
	},
	'catalogVariant.getAll': {
		...nothing,
		fields: ({ product }) => ({ productId: locate('id', product) }),
	},
	'mockupTask.downloadImages': {
		...nothing,
		fields: ({ task }) => ({ mockupTaskId: locate('id', task) }),
	},
	'mockupTask.get': { ...nothing, fields: ({ task }) => ({ mockupTaskId: locate('id', task) }) },
	'mockupTask.getAll': nothing,
	'order.cancel': { everything: [`POST /api/orders/@A-1/cancel`], drafts: [] },
	'order.cancel of one in production': {
		status: 'pending',
		everything: ['POST /api/orders/@A-1/cancel'],
		drafts: [],
	},
	'order.confirm': { everything: ['POST /api/orders/@A-1/confirm'], drafts: [] },
	'order.create': { fields: create('draft'), everything: [PLACE], drafts: [PLACE] },
	'order.create, check only': { fields: create('check'), ...nothing },
	'order.create and confirm': {
		fields: create('confirm'),
		everything: [PLACE, expect.stringMatching(/^POST .*\/confirm$/) as string],
		drafts: [],
	},
	'order.get': nothing,
	'order.getAll': nothing,
	'order.refund': {
		status: 'inprocess',
		everything: ['POST /api/orders/@A-1/refund'],
		drafts: [],
	},
	'order.reprint': { fields: reprint('draft'), everything: [PLACE], drafts: [PLACE] },
	'order.reprint and confirm': {
		fields: reprint('confirm'),
		status: 'fulfilled',
		everything: [PLACE, expect.stringMatching(/^POST .*\/confirm$/) as string],
		drafts: [],
	},
	'order.update': { fields: update, everything: [PATCH], drafts: [PATCH] },
	'order.update of one that is confirmed': {
		fields: update,
		status: 'pending',
		everything: [PATCH],
		drafts: [],
	},
	'orderItem.update': {
		fields: updateItem,
		everything: [expect.stringMatching(/^PATCH .*@A-1\/order_item\//) as string],
		drafts: [expect.stringMatching(/^PATCH .*@A-1\/order_item\//) as string],
	},
	'orderItem.update of one that is confirmed': {
		fields: updateItem,
		status: 'pending',
		everything: [expect.stringMatching(/^PATCH .*@A-1\/order_item\//) as string],
		drafts: [],
	},
	'shipment.getAll': nothing,
};

/** All operations, as the lists of the node offer them. */
const OPERATIONS = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => `${String(displayOptions?.show?.resource?.[0])}.${String(value)}`,
		),
	);

const LEVELS = ['everything', 'drafts', 'reading'] as const;
type Level = (typeof LEVELS)[number];

/** Order A-1 and what else a case needs, and its parameters. */
async function prepared(name: string, { fields, status }: Case): Promise<INodeParameters> {
	const { control } = node.sandbox;
	await control.reset({ pageSize: 30, seed: { orders: 0 } });
	const placed = startAction({
		parameters: createParameters(node.sandbox, 'A-1'),
		credential: credentialFor(node.sandbox),
	});
	expect((await placed.finished).error).toBeUndefined();
	const steps = ['pending', 'inprocess', 'fulfilled'] as const;
	for (const step of status ? steps.slice(0, steps.indexOf(status) + 1) : []) {
		await control.stepOrder('@A-1', step);
	}
	const [resource = '', operation = ''] = (name.split(/[ ,]/)[0] ?? '').split('.');
	const [variant] = control.variants();
	const task = await control.createMockupTask();
	await control.stepMockupTask(task.id);
	const ids = {
		item: String(control.orders()[0]?.items[0]?.id),
		product: String(variant?.productId),
		variant: String(variant?.id),
		task: task.id,
	};
	control.clearRecords();
	return { resource, operation, ...(fields ? fields(ids) : A1) };
}

const writes = (): string[] =>
	node.sandbox.control
		.requests()
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path }) => `${method} ${path}`);

const expectedOf = (given: Case, level: Level): string[] =>
	level === 'reading' ? [] : given[level];

describe.each(Object.entries(CASES))('Allow and %s', (name, given) => {
	it.each(ENGINES)(
		'no forbidden write reaches the service, on the engine of %s',
		async (engine) => {
			for (const level of LEVELS) {
				const parameters = await prepared(name, given);
				const credential = credentialFor(node.sandbox, { allow: level });
				const { error } = await startAction({ parameters, credential, engine }).finished;
				expect(writes(), level).toEqual(expectedOf(given, level));
				expectRefusal(error, given, level);
			}
		},
	);

	it('no forbidden write reaches the service from the tool of an AI agent', async () => {
		for (const level of LEVELS) {
			const parameters = await prepared(name, given);
			const credential = credentialFor(node.sandbox, { allow: level });
			const error = await withTool(parameters, credential, async (tool) => {
				await tool.invoke({});
			}).then(
				() => undefined,
				(thrown: unknown) => thrown,
			);
			expect(writes(), level).toEqual(expectedOf(given, level));
			expectRefusal(error, given, level);
		}
	});
});

/** The field is named where something was refused, and only there. */
function expectRefusal(error: unknown, given: Case, level: Level): void {
	const isRefused = given.everything.length > expectedOf(given, level).length;
	// Whatever else is said, such as that a tool downloads no images.
	if (!isRefused) expect(String((error as Error | undefined)?.message)).not.toContain('Allow');
	else {
		const label = { everything: '', drafts: 'Drafts Only', reading: 'Reading Only' }[level];
		expect((error as Error).message).toMatch(
			new RegExp(`^The request for .* is not allowed: Allow in the credential .*"${label}"`),
		);
	}
}

describe('Allow', () => {
	it('is tried with every operation of the node', () => {
		const tried = new Set(Object.keys(CASES).map((name) => name.split(/[ ,]/)[0]));
		expect([...tried].sort()).toEqual([...OPERATIONS].sort());
	});

	it('lets no draft be changed that could not be read just before', async () => {
		const parameters = await prepared('order.update', { ...nothing, fields: update });
		node.sandbox.control.injectFault({ match: { method: 'GET' }, status: 403 });
		const credential = credentialFor(node.sandbox, { allow: 'drafts' });
		const { error } = await startAction({ parameters, credential }).finished;
		expect(error?.message).toBe('The service refused the API key');
		expect(writes()).toEqual([]);
	});

	it('is everything where a credential lacks it, and no other value is sent anything with', async () => {
		const parameters = createParameters(node.sandbox, 'B-1');
		for (const allow of [
			'',
			'Everything',
			'everything ',
			'constructor',
			7,
			['drafts'],
			null,
			undefined,
		]) {
			const credential = { ...credentialFor(node.sandbox), allow } as never;
			const { error } = await startAction({ parameters, credential }).finished;
			expect(error?.message, String(allow)).toMatch(/^Allow in the credential is .*unknown$/);
			expect(error?.description).toContain('"Drafts Only"');
		}
		expect(node.sandbox.control.requests()).toEqual([]);
		expect((await node.run(parameters)).error).toBeUndefined();
	});
});
