import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { externalIdReference } from '../../../../nodes/PodFulfilment/api/order.ts';
import {
	explainedRefusal,
	stateWords,
} from '../../../../nodes/PodFulfilment/order/change/makeChange.ts';
import { ORDER_STATUSES } from '../../../../nodes/PodFulfilment/spec/service.ts';
import {
	ServiceError,
	unwrap,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { scriptedService, type Answer } from '../../transport/scriptedService.ts';

const ORDER = externalIdReference('A-1');

const orderOf = (status: string): IDataObject => ({ id: 'o1', externalId: 'A-1', status });

const shows = (status: string): Answer => ({ status: 200, body: orderOf(status) });

type Settings = Parameters<typeof explainedRefusal>[3];

/** What becomes of a refusal with 409, at a service that then shows the order with these answers. */
async function refusalOf(settings: Settings, answers: Answer[]): Promise<ServiceError> {
	const refused: Answer = { status: 409, body: { detail: 'Wrong state.' } };
	const { client } = scriptedService([refused, ...answers]);
	const { path, subject } = ORDER;
	const error = await client.send({ method: 'POST', path: `${path}/cancel`, subject });
	expect(() => unwrap(error)).toThrow(ServiceError);
	return await explainedRefusal(client, ORDER, error as ServiceError, settings);
}

const WORDS: Array<[string, string]> = [
	['draft', 'is a draft'],
	['pending', 'is pending'],
	['inprocess', 'is in process'],
	['onhold', 'is on hold'],
	['partial', 'is partly produced'],
	['fulfilled', 'is fulfilled'],
	['shipped', 'is shipped'],
	['canceled', 'is cancelled'],
	['failed', 'failed'],
	['unheard-of', 'has the status "unheard-of"'],
];

const ALL_DONE = ['confirmed', 'cancelled', 'changed', 'refunded', 'reprinted'] as const;

describe('A change that the service refuses for the state of the order', () => {
	it('there are words for every status of the spec', () => {
		expect(WORDS.map(([status]) => status)).toEqual([...ORDER_STATUSES, 'unheard-of']);
	});

	describe.each(WORDS)('of an order whose status is %s', (status, words) => {
		it('a sentence says what it is', () => {
			expect(`It ${stateWords({ status })}.`).toBe(`It ${words}.`);
		});

		it.each(ALL_DONE)(
			'the message is led by the order and its state where it cannot be %s',
			async (done) => {
				const error = await refusalOf({ done, possibleIn: [] }, [shows(status)]);
				expect(error.status).toBe(409);
				expect(error.message).toBe(`A-1 cannot be ${done}: it ${words}`);
				expect(error.description).toMatch(/^[A-Z].*\. The service says: Wrong state\.$/);
				expect(error.description).not.toContain('Read the order to see its status');
			},
		);
	});

	it.each([
		['draft', 'reprinted', 'A draft is not produced until it is confirmed: confirm it first.'],
		['failed', 'confirmed', 'Correct it with Order → Update'],
		['failed', 'reprinted', 'Correct it with Order → Update'],
		['failed', 'changed', 'To order again, use another External ID.'],
		['canceled', 'confirmed', 'To order again, use another External ID.'],
		['canceled', 'reprinted', 'To have it reprinted all the same, ask the provider.'],
		['shipped', 'cancelled', 'To have it cancelled all the same, ask the provider.'],
	] as const)(
		'of an order whose status is %s and that cannot be %s, the description says: %s',
		async (status, done, advice) => {
			const { description } = await refusalOf({ done, possibleIn: [] }, [shows(status)]);
			expect(description.startsWith(advice), description).toBe(true);
		},
	);

	it('names the order alone where its status allows the change', async () => {
		const error = await refusalOf({ done: 'cancelled' }, [shows('draft')]);
		expect(error.message).toBe('A-1 cannot be cancelled in its current state');
		expect(error.description).toContain('The service says: Wrong state.');
	});

	it('names the order as it was entered where it cannot be read', async () => {
		const error = await refusalOf({ done: 'cancelled' }, [{ status: 403 }]);
		expect(error.message).toBe('Order "A-1" cannot be cancelled in its current state');
	});

	describe('by another status than 409', () => {
		const explain = async (status: string) => {
			const { client, sent } = scriptedService([]);
			const details = {
				outcome: 'refused',
				status: 422,
				message: 'Bad',
				description: 'Why.',
			} as const;
			const refusal = new ServiceError(details);
			const known = orderOf(status);
			const { message, description } = await explainedRefusal(client, ORDER, refusal, {
				done: 'cancelled',
				known,
			});
			expect(sent).toEqual([]);
			return { message, description };
		};

		it.each(['draft', 'pending', 'inprocess', 'onhold', 'partial', 'unheard-of', ''])(
			'an order that is known to be %j does not explain it: the refusal is left as it is',
			async (status) => {
				expect(await explain(status)).toEqual({ message: 'Bad', description: 'Why.' });
			},
		);

		it.each([
			['fulfilled', 'is fulfilled'],
			['shipped', 'is shipped'],
			['canceled', 'is cancelled'],
			['failed', 'failed'],
		])('an order that is known to be %s explains it, before its words', async (status, words) => {
			expect(await explain(status)).toEqual({
				message: `A-1 cannot be cancelled: it ${words}`,
				description: 'To have it cancelled all the same, ask the provider. Why.',
			});
		});
	});

	it.each([
		[
			'failed',
			[{ code: 1001, message: 'Unreadable' }],
			'it failed, because the print file of an item cannot be read',
		],
		[
			'failed',
			[{ code: 2001, message: 'No such street.' }],
			'it failed, because the address is not valid (No such street)',
		],
		['failed', [], 'it failed'],
		// What was corrected before it was produced may be listed still.
		['shipped', [{ code: 1001, message: 'Unreadable' }], 'it is shipped'],
		['onhold', [{ code: 2001, message: 'No such street.' }], 'it is on hold'],
	])('of an order that is %s with the errors %j, the message says that %s', async (...row) => {
		const [status, errors, words] = row;
		const order: Answer = { status: 200, body: { ...orderOf(status), errors } };
		const { message } = await refusalOf({ done: 'changed' }, [order]);
		expect(message).toBe(`A-1 cannot be changed: ${words}`);
	});
});
