import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHookFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import {
	bytes,
	headers,
	mockupTaskFinished,
	orderCreated,
	orderUpdated,
	shipmentCreated,
} from './deliveries.ts';

const trigger = new PodFulfilmentTrigger();
const SECRET = 'sandbox-demo-signing-secret';
/** The trigger's clock stands still: the age of a delivery is not a matter of how fast the tests run. */
const NOW = Date.UTC(2026, 10, 20, 12);
beforeEach(() => {
	vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});
const allEvents = ['order.created', 'order.updated', 'mockup_task.finished', 'shipment.created'];

interface Call {
	body?: unknown;
	rawBody?: Buffer | undefined;
	headers?: Record<string, string | string[] | undefined>;
	sentAt?: number;
	secret?: string;
	brand?: string;
	credential?: ICredentialDataDecryptedObject | Error;
	parameters?: IDataObject;
	mode?: 'webhook' | 'manual';
	/** Names the workflow, so that calls of one test share a memory and those of others do not. */
	workflow?: string;
	/** What n8n answers when the workflow is started; nothing while `undefined`. */
	n8nAnswers?: number | undefined;
}

interface Outcome {
	result: IWebhookResponseData;
	/** Every answer given through the response object. */
	answers: Array<{ status: number; body: unknown }>;
	logged: unknown[];
}

let workflows = 0;

/** Calls webhook() as n8n does, with the least that it needs of n8n's context. */
async function deliver(call: Call): Promise<Outcome> {
	const rawBody = 'rawBody' in call ? call.rawBody : bytes(call.body ?? orderUpdated());
	const timestamp = String(Math.floor((call.sentAt ?? NOW) / 1000));
	const signature = createHmac('sha256', call.secret ?? SECRET)
		.update(`${timestamp}.`)
		.update(rawBody ?? '')
		.digest('hex');
	const brand = (call.brand ?? 'service').toLowerCase();
	const parameters: IDataObject = { events: allEvents, ...call.parameters };
	const answers: Outcome['answers'] = [];
	const logged: unknown[] = [];
	const log = (...entry: unknown[]) => logged.push(entry);

	const response = Object.assign(new EventEmitter(), {
		statusCode: 200,
		writableEnded: false,
		destroyed: false,
		status(code: number) {
			response.statusCode = code;
			return response;
		},
		json(body: unknown) {
			answers.push({ status: response.statusCode, body });
			response.end();
		},
		end() {
			response.writableEnded = true;
			response.destroyed = true;
			response.emit('close');
		},
	});
	const context = {
		getRequestObject: () => ({
			rawBody,
			headers: {
				...headers,
				[`x-${brand}-request-signature`]: signature,
				[`x-${brand}-request-timestamp`]: timestamp,
				...call.headers,
			},
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => {
			if (call.credential instanceof Error) throw call.credential;
			return call.credential ?? { signingSecret: SECRET, headerBrand: 'Service' };
		},
		getMode: () => call.mode ?? 'webhook',
		getWorkflow: () => ({ id: call.workflow ?? `workflow ${workflows++}` }),
		getNode: () => ({ id: 'node' }),
		logger: { debug: log, info: log, warn: log, error: log },
	} as unknown as IWebhookFunctions;

	const result = await trigger.webhook.call(context);
	if (result.workflowData !== undefined && call.n8nAnswers !== undefined) {
		response.status(call.n8nAnswers).end();
	}
	return { result, answers, logged };
}

const itemsOf = ({ result }: Outcome): unknown[] =>
	(result.workflowData ?? []).map((output) => output.map(({ json }) => json));

/** Accepted: the workflow starts, and n8n answers once it is stored or has ended. */
const expectAccepted = (outcome: Outcome): void => {
	expect(outcome.answers).toEqual([]);
	expect(outcome.result.noWebhookResponse).toBeUndefined();
	expect(outcome.result.webhookResponse).toBeUndefined();
	expect(outcome.result.workflowData?.flat()).toHaveLength(1);
};

/** Answered once through the response object; n8n is told so, and starts nothing. */
const expectAnswered = (outcome: Outcome, status: number): void => {
	expect(outcome.answers).toEqual([
		{ status, body: { message: expect.stringMatching(/\w/) as string } },
	]);
	expect(outcome.result).toEqual({ noWebhookResponse: true });
};

const REFUSED = { message: 'The signature of this delivery could not be verified' };

describe('A delivery that is accepted', () => {
	it.each([orderCreated(), orderUpdated(), mockupTaskFinished(), shipmentCreated()])(
		'starts the workflow with the item of $type, and n8n answers',
		async (body) => {
			const outcome = await deliver({ body });
			expectAccepted(outcome);
			expect(itemsOf(outcome)).toEqual([[expect.objectContaining({ event: body.type })]]);
		},
	);

	it('comes out of the output of its event', async () => {
		const outcome = await deliver({
			body: shipmentCreated(),
			parameters: { outputs: 'perEvent', events: ['shipment.created', 'order.updated'] },
		});
		expect(itemsOf(outcome)).toEqual([
			[],
			[expect.objectContaining({ event: 'shipment.created' })],
		]);
	});

	it('carries the body as received when the user wants it', async () => {
		const rawBody = Buffer.from('{ "type":"order.updated",\n"data":{"order":{"id":"ü"}} }');
		const wanted = await deliver({ rawBody, parameters: { options: { rawBody: true } } });
		expect(itemsOf(wanted)).toEqual([
			[expect.objectContaining({ rawBody: rawBody.toString('utf8') })],
		]);
		const [[item]] = itemsOf(await deliver({ rawBody })) as [[object]];
		expect(item).not.toHaveProperty('rawBody');
	});

	it('may be of any other type where other events were chosen', async () => {
		const body = { type: 'product.updated', data: { product: { id: '1' } } };
		expectAccepted(await deliver({ body, parameters: { events: ['other'] } }));
	});

	it('may be signed with the old one of two secrets, under another brand', async () => {
		const credential = { signingSecret: 'new-secret, old-secret', headerBrand: ' Acme ' };
		expectAccepted(await deliver({ credential, secret: 'old-secret', brand: 'Acme' }));
		expectAccepted(await deliver({ credential, secret: 'new-secret', brand: 'Acme' }));
	});

	it('may carry the header brand Service where the credential names none', async () => {
		expectAccepted(await deliver({ credential: { signingSecret: SECRET, headerBrand: '' } }));
		expectAccepted(await deliver({ credential: { signingSecret: SECRET } }));
	});

	it('may be as old as the service retries, and of any age with a tolerance of 0', async () => {
		const sentAt = NOW - 17 * 60_000;
		expectAccepted(await deliver({ sentAt }));
		for (const edge of [NOW - 1_200_000, NOW + 1_200_000]) {
			expectAccepted(await deliver({ sentAt: edge }));
		}
		const options = { toleranceSeconds: 0 };
		expectAccepted(await deliver({ sentAt: 1e12, parameters: { options } }));
	});
});

describe('A delivery that starts nothing is answered 200', () => {
	it.each([
		['is of a type that was not chosen', orderCreated(), { events: ['order.updated'] }],
		['is of a type that the spec does not name', { type: 'order.deleted', data: {} }, {}],
		[
			'has a status that was not chosen',
			orderUpdated('draft'),
			{ filters: { orderStatuses: ['failed'] } },
		],
	])('when it %s', async (_title, body, parameters) => {
		expectAnswered(await deliver({ body: body as IDataObject, parameters }), 200);
	});

	it('when the event was accepted before', async () => {
		const workflow = 'accepted before';
		expectAccepted(await deliver({ workflow, n8nAnswers: 200 }));
		for (let retries = 1; retries < 6; retries++) {
			const body = { ...orderUpdated(), retries };
			expectAnswered(await deliver({ workflow, body }), 200);
		}
	});

	it('when it comes at the same moment as five others of the same event', async () => {
		const workflow = 'same moment';
		const outcomes = await Promise.all(
			[0, 1, 2, 3, 4, 5].map((retries) =>
				deliver({ workflow, body: { ...orderUpdated(), retries }, n8nAnswers: 200 }),
			),
		);
		const accepted = outcomes.filter(({ result }) => result.workflowData !== undefined);
		expect(accepted).toHaveLength(1);
		for (const outcome of outcomes) {
			if (accepted.includes(outcome)) expectAccepted(outcome);
			else expectAnswered(outcome, 200);
		}
	});
});

describe('An event that comes again starts the workflow again', () => {
	it('when the workflow failed and the service waits for it to finish', async () => {
		const call = { workflow: 'failed', parameters: { options: { acknowledge: 'afterFinish' } } };
		expectAccepted(await deliver({ ...call, n8nAnswers: 500 }));
		const retry = { ...orderUpdated(), retries: 1 };
		expectAccepted(await deliver({ ...call, body: retry, n8nAnswers: 200 }));
		expectAnswered(await deliver({ ...call, body: { ...orderUpdated(), retries: 2 } }), 200);
	});

	it('when duplicates are not to be ignored', async () => {
		const call = { workflow: 'not ignored', parameters: { options: { ignoreDuplicates: false } } };
		expectAccepted(await deliver({ ...call, n8nAnswers: 200 }));
		expectAccepted(await deliver({ ...call, n8nAnswers: 200 }));
	});

	it('when it has no time, which alone tells it from an earlier one like it', async () => {
		const { occurred_at: _time, ...body } = orderUpdated() as { occurred_at: string };
		const call = { workflow: 'no time', body: body as IDataObject, n8nAnswers: 200 };
		expectAccepted(await deliver(call));
		expectAccepted(await deliver(call));
	});

	it('when the user listens for a test event in the editor', async () => {
		const call: Call = { workflow: 'editor', mode: 'manual', n8nAnswers: 200 };
		expectAccepted(await deliver(call));
		expectAccepted(await deliver(call));
	});

	it('when it belongs to another workflow', async () => {
		expectAccepted(await deliver({ workflow: 'one', n8nAnswers: 200 }));
		expectAccepted(await deliver({ workflow: 'another', n8nAnswers: 200 }));
	});

	it('when it was filtered out before and is wanted now', async () => {
		const call = { workflow: 'filtered', n8nAnswers: 200 };
		expectAnswered(await deliver({ ...call, parameters: { events: ['order.created'] } }), 200);
		expectAccepted(await deliver(call));
	});
});

describe('A delivery that cannot be verified is answered 401', () => {
	const absent = { 'x-service-request-signature': undefined };
	it.each<[string, Call]>([
		['no signature', { headers: absent }],
		['a wrong signature', { secret: 'another' }],
		['a signature of the wrong length', { headers: { 'x-service-request-signature': 'abc' } }],
		['a signature that is no hex', { headers: { 'x-service-request-signature': 'z'.repeat(64) } }],
		['no timestamp', { headers: { 'x-service-request-timestamp': undefined } }],
		['a timestamp like 12abc', { headers: { 'x-service-request-timestamp': '12abc' } }],
		['a stale timestamp', { sentAt: NOW - 1_201_000 }],
		['a timestamp from the future', { sentAt: NOW + 1_201_000 }],
		['the headers of another brand', { brand: 'Acme' }],
		['a body of which n8n kept no bytes', { rawBody: undefined }],
		['no envelope either', { secret: 'another', rawBody: Buffer.from('no JSON') }],
		['a credential without a secret', { credential: { signingSecret: '' }, secret: 'x' }],
		['a credential without the field', { credential: {} }],
		['a credential that cannot be read', { credential: new Error('gone: sandbox-demo') }],
	])('with %s', async (_title, call) => {
		const outcome = await deliver(call);
		expectAnswered(outcome, 401);
		expect(outcome.answers[0]?.body).toEqual(REFUSED);
		expect(JSON.stringify(outcome.logged)).not.toMatch(/sandbox-demo|[0-9a-f]{64}/);
	});

	it('without a look at whether the event was seen or is wanted', async () => {
		const workflow = 'forged after';
		await deliver({ workflow, n8nAnswers: 200 });
		const outcome = await deliver({ workflow, secret: 'another' });
		expect(outcome.answers).toEqual([{ status: 401, body: REFUSED }]);
	});

	it('also when a wrong tolerance is stored: the default age check stays', async () => {
		for (const toleranceSeconds of ['', null, -1, Number.NaN, 'never']) {
			const parameters = { options: { toleranceSeconds } as IDataObject };
			expectAnswered(await deliver({ sentAt: NOW - 1_201_000, parameters }), 401);
			expectAccepted(await deliver({ parameters }));
		}
	});
});

describe('A signed body that is no event envelope is answered 400', () => {
	it.each(['', 'no JSON', '[]', '{}', '{"type":"order.updated"}', '{"a":'.repeat(70)])(
		'such as %j',
		async (body) => {
			expectAnswered(await deliver({ rawBody: Buffer.from(body) }), 400);
		},
	);
});

describe('Activation', () => {
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	const hook = (signingSecret?: unknown) =>
		({
			getCredentials: async () => ({ signingSecret }),
			getNode: () => ({ name: 'POD Fulfilment Trigger' }),
		}) as unknown as IHookFunctions;

	it.each([undefined, '', ' , '])('stops without a signing secret (%j)', async (secret) => {
		await expect(create.call(hook(secret))).rejects.toThrow(
			/^The credential has no signing secret\. Copy it .+ publish the workflow again\.$/,
		);
	});

	it('goes on with one, and registers nothing at the service', async () => {
		expect(await checkExists.call(hook(SECRET))).toBe(false);
		expect(await create.call(hook(SECRET))).toBe(true);
		expect(await remove.call(hook(SECRET))).toBe(true);
	});
});
