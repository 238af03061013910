import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type {
	ComposedOrder,
	OrderSource,
} from '../../../../nodes/PodFulfilment/order/composedOrder.ts';
import { thenField } from '../../../../nodes/PodFulfilment/order/fields.ts';
import { createHints } from '../../../../nodes/PodFulfilment/order/hints.ts';
import { noteTaker } from '../itemResult.ts';
import { placeOrder } from '../../../../nodes/PodFulfilment/order/place/placeOrder.ts';
import { Run, RunAborted } from '../../../../nodes/PodFulfilment/transport/run.ts';
import type { TrackedWrite } from '../../../../nodes/PodFulfilment/transport/trackedWrite.ts';
import { ServiceError } from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';
import { findingsOf, type FindingTexts } from '../../../support/byLevel.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const SEND = 'POST /api/orders';
const READ = 'GET /api/orders/@A-1';
const CONFIRM = 'POST /api/orders/o1/confirm';

const BODY = {
	shipping: 'STANDARD',
	recipient: { name: 'Nathan Doe' },
	orderItems: [{ variantId: 'v1', quantity: 1 }],
};

const orderOf = (fields: IDataObject = {}): IDataObject => ({
	...BODY,
	id: 'o1',
	externalId: 'A-1',
	status: 'draft',
	createdAt: '2026-11-20T12:00:00+00:00',
	...fields,
});

const created = (fields?: IDataObject): Answer => ({ status: 201, body: orderOf(fields) });
const found = (fields?: IDataObject): Answer => ({ status: 200, body: orderOf(fields) });
const NOT_FOUND: Answer = { status: 404 };
const REFUSED: Answer = { status: 409 };

const composedOf = ({
	warnings,
	problems,
	...composed
}: Partial<ComposedOrder> & FindingTexts = {}): ComposedOrder => ({
	body: BODY,
	findings: findingsOf({ warnings, problems }),
	labelOf: (path) => `Field of ${path}`,
	...composed,
});

interface Setup {
	composed?: Partial<ComposedOrder> & FindingTexts;
	/** By default 'draft'. */
	then?: unknown;
	options?: IDataObject;
	source?: Partial<OrderSource>;
	run?: Run;
}

/** Starts to place an order at a service with these answers. */
function startPlacing(
	answers: Answer[],
	{ composed, then, options = {}, source = {}, run }: Setup = {},
) {
	const { client, sent, requests } = scriptedService(answers, { run });
	const compose = vi.fn(async () => await Promise.resolve(composedOf(composed)));
	const parameters = { then, options, simplify: false } as IDataObject;
	const { notes, note } = noteTaker();
	const call = {
		client,
		execution: undefined,
		timeZone: 'UTC',
		releasePlace: vi.fn(),
		abandonedWrites: async () => await Promise.resolve(new Map<string, TrackedWrite>()),
		note,
		concerns: () => undefined,
		isFixed: () => false,
		parameter: <Value>(name: string, fallback?: Value) =>
			(parameters[name] ?? fallback) as unknown as Value,
	};
	const orderSource = {
		externalId: 'A-1',
		compose,
		...source,
	};
	const placing = placeOrder(call, () => orderSource, thenField).then(
		(outputs) => ({ outputs, error: undefined }),
		(error: unknown) => ({ outputs: undefined, error: error as Error }),
	);
	return { placing, sent, requests, compose, write: client.write, notes };
}

/** Places an order at a service with these answers. Resolves to what became of it. */
async function place(answers: Answer[], setup?: Setup) {
	const { placing, ...started } = startPlacing(answers, setup);
	await vi.runAllTimersAsync();
	const placed = await placing;
	const hints = createHints([{ outputs: placed.outputs ?? [], notes: started.notes }]).map(
		({ message }) => message,
	);
	return { ...placed, ...started, hints };
}

const NOT_VALIDATED =
	'A-1 is confirmed. The service checks its address and print files only now: add Wait for Validation to be told here if one cannot be used.';

const EXISTED = expect.stringContaining('already existed') as unknown;

describe('An order that passes all checks', () => {
	it('the order is sent under its external ID, and returned in one item', async () => {
		const { outputs, sent, requests, compose } = await place([created()]);
		expect(outputs).toEqual([orderOf({ outcome: 'placed' })]);
		expect(sent).toEqual([SEND]);
		expect(JSON.parse(String(requests[0]?.body))).toEqual({ ...BODY, externalId: 'A-1' });
		expect(compose).toHaveBeenCalledExactlyOnceWith(false, undefined);
	});

	it('the warnings of composing come before those of placing', async () => {
		const { outputs } = await place([created({ status: 'canceled' })], {
			composed: { warnings: ['Line 2 is left out.'] },
		});
		expect(outputs?.[0]?.warnings).toEqual([
			'Line 2 is left out.',
			expect.stringContaining('is cancelled: it is not produced'),
		]);
	});

	it('an existing order with equal content is returned, and the hint says so', async () => {
		const { outputs, sent, hints } = await place([REFUSED, found({ status: 'pending' })]);
		expect(outputs).toEqual([orderOf({ status: 'pending', outcome: 'existing' })]);
		expect(sent).toEqual([SEND, READ]);
		expect(hints).toEqual([EXISTED]);
	});

	it('no hint says that an order existed which was placed just now', async () => {
		const { hints } = await place([created({ status: 'pending' })]);
		expect(hints).toEqual([]);
	});

	it('an existing order with other content is refused in the words of the fields', async () => {
		const { error } = await place([REFUSED, found({ shipping: 'EXPRESS' })]);
		expect(error?.message).toBe('Order "A-1" exists already with other content: Field of shipping');
	});

	it('an existing order is compared as its source wants it', async () => {
		const compare = vi.fn(() => ({ differences: [] }));
		const existing = { shipping: 'EXPRESS', status: 'pending' };
		const { outputs } = await place([REFUSED, found(existing)], { composed: { compare } });
		expect(outputs).toEqual([orderOf({ ...existing, outcome: 'existing' })]);
		expect(compare).toHaveBeenCalledExactlyOnceWith(orderOf(existing));
	});

	it('a refusal for the state of another order names that order', async () => {
		const answers = [REFUSED, ...Array.from({ length: 5 }, () => NOT_FOUND)];
		const explainRefusal = async (refusal: ServiceError) =>
			await Promise.resolve(refusal.reworded({ message: 'OLD cannot be reprinted' }));
		const { error } = await place(answers, { composed: { explainRefusal } });
		expect(error?.message).toBe('OLD cannot be reprinted');
	});

	it('with If Order Exists on Refuse the order is looked for before it is sent, and refused', async () => {
		const { error, sent } = await place([found()], { options: { ifExists: 'error' } });
		expect(error?.message).toBe('Order "A-1" exists already');
		expect(sent).toEqual([READ]);
	});

	const UNCOMPARED = {
		externalId: 'A-1',
		status: 'draft',
		outcome: 'existing',
		compared: false,
	};

	it.each(['draft', 'confirm'])(
		'of an order that was not compared only the status is shown, and nothing is sent: %s',
		async (then) => {
			const existing = {
				order: orderOf(),
				warnings: ['It was not compared.'],
				existedBefore: true,
				isUncompared: true,
			};
			const { outputs, sent, hints } = await place([], {
				composed: { existing, notDue: 'It is on hold', warnings: ['Line 2 is left out.'] },
				then,
			});
			const warnings = ['Line 2 is left out.', 'It was not compared.'];
			expect(outputs).toEqual([{ ...UNCOMPARED, warnings }]);
			expect(sent).toEqual([]);
			expect(hints).toEqual([warnings.join('<br>\n')]);
		},
	);

	it.each([
		['draft', {}],
		['confirm', {}],
		['draft', { expectExisting: true }],
	])(
		'of an order that cannot be compared when it is found only the status is shown: %s, %j',
		async (then, options) => {
			const compare = () => ({ uncomparable: 'Nothing to compare it with.' });
			const answers = 'expectExisting' in options ? [found()] : [REFUSED, found()];
			const { outputs, sent } = await place(answers, { composed: { compare }, then, options });
			expect(outputs).toEqual([
				{
					...UNCOMPARED,
					warnings: [
						expect.stringMatching(/nothing of it is shown\. Nothing to compare it with\.$/),
					],
				},
			]);
			expect(sent).toEqual([...('expectExisting' in options ? [] : [SEND]), READ]);
		},
	);
});

describe('An order that is not placed', () => {
	it('all that is wrong is told at once, what was composed first, and nothing is sent', async () => {
		const { error, sent } = await place([], {
			composed: { problems: ['City is empty.'] },
			then: 'perhaps',
			options: { expectExisting: 'maybe' },
		});
		expect(error).toMatchObject({
			message: 'City is empty; Then is "perhaps", which is unknown; and 1 more',
		});
		expect((error as unknown as { description: string }).description.split('\n')).toEqual([
			'City is empty.',
			expect.stringMatching(/^Then is "perhaps", /),
			expect.stringMatching(/^Options → Expect Existing Order is "maybe", /),
		]);
		expect(sent).toEqual([]);
	});

	it.each([
		['with its warnings', ['Line 2 is left out.'], { warnings: ['Line 2 is left out.'] }],
		['without warnings', [], {}],
	])(
		'an order of which nothing is to be produced is output as skipped, %s',
		async (_, warnings, more) => {
			const skipped = { skipped: true, reason: 'The order is not paid' };
			const { outputs, sent } = await place([], { composed: { skipped, warnings } });
			expect(outputs).toEqual([{ ...skipped, outcome: 'skipped', ...more }]);
			expect(sent).toEqual([]);
		},
	);

	it('an order that would be skipped is refused when something is wrong with it', async () => {
		const { error } = await place([], {
			composed: { skipped: { reason: 'The order is not paid' }, problems: ['City is empty.'] },
		});
		expect(error?.message).toBe('City is empty.');
	});

	it('an order whose External ID was refused is composed, so that all is told at once', async () => {
		const { error, sent } = await place([], {
			source: { externalId: undefined },
			composed: { problems: ['External ID is empty.', 'City is empty.'] },
		});
		expect(error?.message).toBe('External ID is empty; City is empty');
		expect(sent).toEqual([]);
	});

	it('an order without an External ID is never sent, even if no check noticed it', async () => {
		const { error, sent } = await place([], { source: { externalId: undefined } });
		expect(error).toBeInstanceOf(RangeError);
		expect(error?.message).toBe('No external ID');
		expect(sent).toEqual([]);
	});
});

describe('Expect Existing Order', () => {
	const options = { expectExisting: true };

	it('an order that exists is compared and returned, and nothing is sent', async () => {
		const { outputs, sent, compose } = await place([found()], { options });
		expect(sent).toEqual([READ]);
		expect(outputs).toMatchObject([{ id: 'o1', outcome: 'existing' }]);
		expect(compose).toHaveBeenCalledExactlyOnceWith(false, {
			found: orderOf(),
			isEnoughWithoutCatalog: true,
		});
	});

	it('an order that exists with other content is refused, and nothing is sent', async () => {
		const { error, sent } = await place([found({ shipping: 'DHL_EXPRESS' })], { options });
		expect(sent).toEqual([READ]);
		expect(error?.message).toContain('exists already with other content');
	});

	it('an order that is not found is sent', async () => {
		const { outputs, sent, compose } = await place([NOT_FOUND, created()], { options });
		expect(sent).toEqual([READ, SEND]);
		expect(outputs).toMatchObject([{ outcome: 'placed' }]);
		expect(compose).toHaveBeenCalledExactlyOnceWith(false, {
			found: undefined,
			isEnoughWithoutCatalog: true,
		});
	});

	it('nothing is composed or sent when it cannot be read whether there is one', async () => {
		const { error, sent, compose } = await place([{ status: 403 }], { options });
		expect(error).toBeDefined();
		expect(sent).toEqual([READ]);
		expect(compose).not.toHaveBeenCalled();
	});

	it.each([
		['draft', false],
		['pending', true],
	])(
		'an order with status %s that is to be confirmed: the look is enough: %s',
		async (status, isEnoughWithoutCatalog) => {
			const { compose } = await place(
				[found({ status }), found({ status: 'pending' }), found({ status: 'pending' })],
				{ then: 'confirm', options },
			);
			expect(compose).toHaveBeenCalledExactlyOnceWith(false, {
				found: orderOf({ status }),
				isEnoughWithoutCatalog,
			});
		},
	);
});

describe('Check Only', () => {
	it.each(['check', 'Check'])(
		'with Then set to %j the order is read and not sent',
		async (then) => {
			const { outputs, sent, compose } = await place([NOT_FOUND], { then });
			expect(outputs).toEqual([{ problems: [], wouldSend: BODY, outcome: 'checked' }]);
			expect(sent).toEqual([READ]);
			expect(compose).toHaveBeenCalledExactlyOnceWith(true, undefined);
		},
	);

	it.each(['draft', '', null])(
		'with Then set to %j the order is sent, and no more',
		async (then) => {
			expect((await place([created()], { then })).sent).toEqual([SEND]);
		},
	);

	it('the check tells what is wrong with the other options, after what was composed', async () => {
		const { outputs } = await place([NOT_FOUND], {
			composed: { problems: ['City is empty.'] },
			then: 'check',
			options: { confirmWithoutReview: 'maybe' },
		});
		expect(outputs?.[0]?.problems).toEqual([
			'City is empty.',
			expect.stringMatching(/^Options → Confirm Without Review is "maybe", /),
		]);
	});

	it('the check knows what If Order Exists says', async () => {
		const { outputs } = await place([found()], { then: 'check', options: { ifExists: 'error' } });
		expect(outputs?.[0]?.problems).toEqual([expect.stringContaining('exists already')]);
	});
});

describe('An order that is to be confirmed', () => {
	it('the order is placed, then confirmed, and returned with all warnings', async () => {
		const { outputs, sent, write } = await place([created(), found({ status: 'pending' })], {
			then: 'confirm',
			composed: { warnings: ['Line 2 is left out.'] },
		});
		expect(sent).toEqual([SEND, CONFIRM]);
		expect(outputs).toEqual([
			orderOf({
				status: 'pending',
				outcome: 'placed',
				warnings: ['Line 2 is left out.'],
			}),
		]);
		expect(write.progress).toBe('done');
	});

	it('an order from before whose print files are not shown is not confirmed, and says why', async () => {
		const item = { externalId: 'L-1', variantId: 'v1', quantity: 1 };
		const placements = [{ layers: [{ url: 'https://a/1.png' }] }];
		const orderItems = [{ ...item, placements }];
		const { outputs, sent, write } = await place([REFUSED, found({ orderItems: [item] })], {
			then: 'confirm',
			composed: { body: { ...BODY, orderItems } },
		});
		expect(sent).toEqual([SEND, READ]);
		expect(outputs?.[0]).toMatchObject({
			status: 'draft',
			outcome: 'existing',
			toReview: [expect.stringContaining('does not show the print files of this order')],
		});
		expect(write.progress).toBe('done');
	});

	it('the hint says that the confirmed order existed', async () => {
		const { hints } = await place([REFUSED, found(), found({ status: 'pending' })], {
			then: 'confirm',
		});
		expect(hints).toEqual([
			NOT_VALIDATED,
			EXISTED,
			"Released for production. It can still be cancelled with the operation 'Cancel' of another node",
		]);
	});

	it('the error about its validation has the words of the fields', async () => {
		const errors = [{ code: 2001, message: 'The street is missing' }];
		const { error } = await place([created({ status: 'failed', errors })], {
			then: 'confirm',
		});
		expect(error?.message).toBe(
			'A-1 is not produced: the address is not valid (The street is missing)',
		);
		expect((error as unknown as { description: string }).description).toContain(
			'Field of recipient: The street is missing (2001).',
		);
	});

	it('the error about its validation names an item as the source of the order does', async () => {
		const orderItems = [{ id: 'i1', errors: [{ code: 1001 }] }];
		const { error } = await place([created({ status: 'failed', orderItems })], {
			composed: { itemLabel: (index) => `line ${index + 1} (Harbour Tee)` },
			then: 'confirm',
		});
		expect(error?.message).toBe(
			'A-1 is not produced: the print file of line 1 (Harbour Tee) cannot be read',
		);
	});

	it.each([
		['placed is not done', [created()], [SEND], 'followUpMissing'],
		[
			'placed, and not read yet, is not done',
			[{ status: 201 }, NOT_FOUND],
			[SEND, READ],
			'followUpMissing',
		],
		[
			'accepted, and not read yet, is in doubt',
			[{ status: 202 }, NOT_FOUND],
			[SEND, READ],
			'inDoubt',
		],
	])(
		'an order that was %s when the run ends before its confirmation',
		async (_, answers, requests, outcome) => {
			const run = new Run(10);
			setTimeout(() => run.abort(), 100);
			const options = { waitForValidation: 10 };
			const { error, sent, write } = await place(answers, { then: 'confirm', options, run });
			expect(error).toBeInstanceOf(RunAborted);
			expect(sent).toEqual(requests);
			expect(write.progress).toBe(outcome);
		},
	);
});

describe('Items of one run', () => {
	it.each([
		['the same External ID are composed and placed one after the other', 'A-1', false],
		['other External IDs do not wait for each other', 'B-1', true],
	])('items with %s', async (_, externalId, isComposedAtOnce) => {
		const run = new Run(10);
		let finish = (): void => {};
		const finished = new Promise<void>((resolve) => (finish = resolve));
		const compose = async (): Promise<ComposedOrder> => {
			await finished;
			return composedOf();
		};
		const first = startPlacing([created()], { run, source: { compose } });
		const second = startPlacing([created({ externalId })], { run, source: { externalId } });
		await vi.runAllTimersAsync();
		expect(second.compose.mock.calls.length > 0).toBe(isComposedAtOnce);
		finish();
		await vi.runAllTimersAsync();
		expect((await first.placing).outputs).toHaveLength(1);
		expect((await second.placing).outputs).toHaveLength(1);
		expect(second.sent).toEqual([SEND]);
	});
});

describe('An order at a service that is not available', () => {
	const UNREACHED: Answer = Object.assign(new Error('connect'), {
		code: 'ECONNREFUSED',
		syscall: 'connect',
	});
	const down = (answer: Answer): Answer[] => Array.from({ length: 12 }, () => answer);

	it('the message names the order and says that a retry places it once, the description how', async () => {
		const { error } = await place(down(UNREACHED));
		expect(error).toMatchObject({
			message: 'Order "A-1": The service could not be reached; a retry places it once',
			description: expect.stringContaining(
				'Retry the execution: it places order "A-1" once.',
			) as string,
		});
	});

	it('the message has the name that the source knows', async () => {
		const { error } = await place(down(UNREACHED), { source: { name: 'Order #1001' } });
		expect(error?.message).toBe(
			'Order #1001: The service could not be reached; a retry places it once',
		);
	});

	it('the order is named also where the catalog could not be read for it', async () => {
		const unread = new ServiceError({
			outcome: 'busy',
			status: 503,
			message: 'The service is not available at the moment',
			namesSubject: false,
			description: '',
		});
		const compose = async (): Promise<ComposedOrder> => await Promise.reject(unread);
		const { error, sent } = await place([], { source: { compose } });
		expect(sent).toEqual([]);
		expect(error?.message).toBe(
			'Order "A-1": The service is not available at the moment; a retry places it once',
		);
	});

	it('an order that may have been placed is said not to be placed twice by a retry', async () => {
		const { error, write } = await place(down({ status: 503 }));
		expect(write.progress).toBe('inDoubt');
		expect(error?.message).toBe(
			'Order "A-1": The service is not available at the moment; a retry does not place it twice',
		);
		expect(error).not.toMatchObject({ description: expect.stringContaining('Retry') as string });
	});

	it('a check is not said to place anything', async () => {
		const { error } = await place(down(UNREACHED), { then: 'check' });
		expect(error).not.toMatchObject({ description: expect.stringContaining('Retry') as string });
	});
});
