import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
	NodeOperationError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHookFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PodFulfilmentTrigger } from '../../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
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

interface Delivery {
	body?: unknown;
	rawBody?: Buffer | undefined;
	headers?: Record<string, string | string[] | undefined>;
	/** Headers with each of their values, as Node.js has them. By default it is one that is too old to have them. */
	headersDistinct?: Record<string, string[]>;
	sentAt?: number;
	secret?: string;
	brand?: string;
	credential?: ICredentialDataDecryptedObject | Error;
	parameters?: IDataObject;
	mode?: 'webhook' | 'manual';
	/** Name of the workflow. Deliveries to the same one share the deduplicator's entries; by default each has its own. */
	workflow?: string;
	/** Status that n8n responds with when the workflow was started; no response if undefined. */
	n8nStatus?: number | undefined;
}

interface WebhookCall {
	result: IWebhookResponseData;
	/** Every response sent through the response object. */
	responses: Array<{ status: number; body: unknown }>;
	logged: unknown[];
}

let workflows = 0;

const asLists = (received: Record<string, string | string[] | undefined>): object =>
	Object.fromEntries(Object.entries(received).map(([name, value]) => [name, [value].flat()]));

/** Calls webhook() as n8n does, with a minimal n8n context. */
async function deliver(delivery: Delivery): Promise<WebhookCall> {
	const rawBody = 'rawBody' in delivery ? delivery.rawBody : bytes(delivery.body ?? orderUpdated());
	const timestamp = String(Math.floor((delivery.sentAt ?? NOW) / 1000));
	const signature = createHmac('sha256', delivery.secret ?? SECRET)
		.update(`${timestamp}.`)
		.update(rawBody ?? '')
		.digest('hex');
	const brand = (delivery.brand ?? 'service').toLowerCase();
	const parameters: IDataObject = { events: allEvents, ...delivery.parameters };
	const received = {
		...headers,
		[`x-${brand}-request-signature`]: signature,
		[`x-${brand}-request-timestamp`]: timestamp,
		...delivery.headers,
	};
	const responses: WebhookCall['responses'] = [];
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
			responses.push({ status: response.statusCode, body });
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
			headers: received,
			...(delivery.headersDistinct && {
				headersDistinct: { ...asLists(received), ...delivery.headersDistinct },
			}),
		}),
		getResponseObject: () => response,
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => {
			if (delivery.credential instanceof Error) throw delivery.credential;
			return delivery.credential ?? { signingSecret: SECRET, headerBrand: 'Service' };
		},
		getMode: () => delivery.mode ?? 'webhook',
		getWorkflow: () => ({ id: delivery.workflow ?? `workflow ${workflows++}` }),
		getNode: () => ({ id: 'node' }),
		logger: { debug: log, info: log, warn: log, error: log },
	} as unknown as IWebhookFunctions;

	const result = await trigger.webhook.call(context);
	if (result.workflowData !== undefined && delivery.n8nStatus !== undefined) {
		response.status(delivery.n8nStatus).end();
	}
	return { result, responses, logged };
}

const itemsOf = ({ result }: WebhookCall): unknown[] =>
	(result.workflowData ?? []).map((output) => output.map(({ json }) => json));

/** The workflow starts, and the response is left to n8n. */
const expectAccepted = (call: WebhookCall): void => {
	expect(call.responses).toEqual([]);
	expect(call.result.noWebhookResponse).toBeUndefined();
	expect(call.result.webhookResponse).toBeUndefined();
	expect(call.result.workflowData?.flat()).toHaveLength(1);
};

/** The node sent exactly one response, told n8n so, and the workflow does not start. */
const expectResponse = (call: WebhookCall, status: number): void => {
	expect(call.responses).toEqual([
		{ status, body: { message: expect.stringMatching(/\w/) as string } },
	]);
	expect(call.result).toEqual({ noWebhookResponse: true });
};

const UNVERIFIED = { message: 'The signature of this delivery could not be verified' };

describe('An accepted delivery', () => {
	it.each([orderCreated(), orderUpdated(), mockupTaskFinished(), shipmentCreated()])(
		'a delivery starts the workflow with the item of $type, and leaves the response to n8n',
		async (body) => {
			const call = await deliver({ body });
			expectAccepted(call);
			expect(itemsOf(call)).toEqual([[expect.objectContaining({ event: body.type })]]);
		},
	);

	it('an item is emitted on the output of its event', async () => {
		const call = await deliver({
			body: shipmentCreated(),
			parameters: { outputs: 'perEvent', events: ['shipment.created', 'order.updated'] },
		});
		expect(itemsOf(call)).toEqual([[], [expect.objectContaining({ event: 'shipment.created' })]]);
	});

	it('an item contains the body as received if the option is set', async () => {
		const rawBody = Buffer.from('{ "type":"order.updated",\n"data":{"order":{"id":"ü"}} }');
		const wanted = await deliver({ rawBody, parameters: { options: { rawBody: true } } });
		expect(itemsOf(wanted)).toEqual([
			[expect.objectContaining({ rawBody: rawBody.toString('utf8') })],
		]);
		const [[item]] = itemsOf(await deliver({ rawBody })) as [[object]];
		expect(item).not.toHaveProperty('rawBody');
	});

	it('an item has no account and no webhook when their header comes twice, which Node.js joins', async () => {
		const call = await deliver({
			headers: { 'x-account-id': 'mine, yours', 'x-webhook-id': 'first, second' },
			headersDistinct: {
				'x-account-id': ['mine', 'yours'],
				'x-webhook-id': ['first', 'second'],
			},
		});
		expectAccepted(call);
		const [[item]] = itemsOf(call) as [[IDataObject]];
		expect([item.accountId, item.webhookId]).toEqual([undefined, undefined]);
	});

	it('a delivery may have any other type if other events are selected', async () => {
		const body = { type: 'product.updated', data: { product: { id: '1' } } };
		expectAccepted(await deliver({ body, parameters: { events: ['other'] } }));
	});

	it('a delivery may be signed with either of two secrets, with another header brand', async () => {
		const credential = { signingSecret: 'new-secret, old-secret', headerBrand: ' Acme ' };
		expectAccepted(await deliver({ credential, secret: 'old-secret', brand: 'Acme' }));
		expectAccepted(await deliver({ credential, secret: 'new-secret', brand: 'Acme' }));
	});

	it('a delivery may be signed with a secret that contains a comma', async () => {
		const secret = 'sandbox,demo,signing-secret';
		expectAccepted(await deliver({ credential: { signingSecret: secret }, secret }));
	});

	it('a delivery may have side fields of other kinds than the specification names', async () => {
		const body = {
			...mockupTaskFinished(),
			data: { mockup_task: { id: '1', status: 'completed' } },
			retries: '1',
			occurredAt: 1_795_176_000,
			statistics: 'none',
		};
		const call = await deliver({ body });
		expectAccepted(call);
		expect(itemsOf(call)).toEqual([
			[
				expect.objectContaining({
					retries: 1,
					occurredAt: '2026-11-20T12:00:00.000Z',
					mockupTask: { id: '1', status: 'completed' },
					statistics: 'none',
				}),
			],
		]);
	});

	it('a delivery may use the header brand Service if the credential has none', async () => {
		expectAccepted(await deliver({ credential: { signingSecret: SECRET, headerBrand: '' } }));
		expectAccepted(await deliver({ credential: { signingSecret: SECRET } }));
	});

	it('a delivery may be as old as the last retry of the service, and any age with a tolerance of 0', async () => {
		const sentAt = NOW - 17 * 60_000;
		expectAccepted(await deliver({ sentAt }));
		for (const edge of [NOW - 1_200_000, NOW + 1_200_000]) {
			expectAccepted(await deliver({ sentAt: edge }));
		}
		const options = { toleranceSeconds: 0 };
		expectAccepted(await deliver({ sentAt: 1e12, parameters: { options } }));
	});
});

describe('The deliveries that get 200 and start no workflow', () => {
	it.each([
		['has a type that is not selected', orderCreated(), { events: ['order.updated'] }],
		['has a type that the spec does not name', { type: 'order.deleted', data: {} }, {}],
		[
			'has a status that is not selected',
			orderUpdated('draft'),
			{ filters: { orderStatuses: ['failed'] } },
		],
	])('a delivery gets 200 and starts nothing when it %s', async (_title, body, parameters) => {
		expectResponse(await deliver({ body: body as IDataObject, parameters }), 200);
	});

	it('a delivery gets 200 and starts nothing when the event was accepted before', async () => {
		const workflow = 'accepted before';
		expectAccepted(await deliver({ workflow, n8nStatus: 200 }));
		for (let retries = 1; retries < 6; retries++) {
			const body = { ...orderUpdated(), retries };
			expectResponse(await deliver({ workflow, body }), 200);
		}
	});

	it('a delivery without a time starts nothing when it is a recording of an accepted one', async () => {
		const { occurred_at: _time, ...body } = orderUpdated() as { occurred_at: string };
		const delivery = { workflow: 'replay', body: body as IDataObject, n8nStatus: 200 };
		expectAccepted(await deliver(delivery));
		for (let replay = 0; replay < 100; replay += 1) expectResponse(await deliver(delivery), 200);
	});

	it('one of six deliveries of an event that arrive at the same time starts the workflow', async () => {
		const workflow = 'same moment';
		const calls = await Promise.all(
			[0, 1, 2, 3, 4, 5].map((retries) =>
				deliver({ workflow, body: { ...orderUpdated(), retries }, n8nStatus: 200 }),
			),
		);
		const accepted = calls.filter(({ result }) => result.workflowData !== undefined);
		expect(accepted).toHaveLength(1);
		for (const call of calls) {
			if (accepted.includes(call)) expectAccepted(call);
			else expectResponse(call, 200);
		}
	});
});

describe('The repeated events that start the workflow again', () => {
	it('a retry starts the workflow again when it failed and the delivery is acknowledged after it finished', async () => {
		const delivery = {
			workflow: 'failed',
			parameters: { options: { acknowledge: 'afterFinish' } },
		};
		expectAccepted(await deliver({ ...delivery, n8nStatus: 500 }));
		const retry = { ...orderUpdated(), retries: 1 };
		expectAccepted(await deliver({ ...delivery, body: retry, n8nStatus: 200 }));
		expectResponse(await deliver({ ...delivery, body: { ...orderUpdated(), retries: 2 } }), 200);
	});

	it('a repeated event starts the workflow again when duplicates are not ignored', async () => {
		const delivery = {
			workflow: 'not ignored',
			parameters: { options: { ignoreDuplicates: false } },
		};
		expectAccepted(await deliver({ ...delivery, n8nStatus: 200 }));
		expectAccepted(await deliver({ ...delivery, n8nStatus: 200 }));
	});

	it('an event without a time that is signed anew starts the workflow again, because it may be another event', async () => {
		const { occurred_at: _time, ...body } = orderUpdated() as { occurred_at: string };
		const delivery = { workflow: 'no time', body: body as IDataObject, n8nStatus: 200 };
		expectAccepted(await deliver(delivery));
		expectAccepted(await deliver({ ...delivery, sentAt: NOW + 1000 }));
	});

	it('a repeated event starts the workflow again when the user listens for a test event in the editor', async () => {
		const delivery: Delivery = { workflow: 'editor', mode: 'manual', n8nStatus: 200 };
		expectAccepted(await deliver(delivery));
		expectAccepted(await deliver(delivery));
	});

	it('a repeated event starts another workflow', async () => {
		expectAccepted(await deliver({ workflow: 'one', n8nStatus: 200 }));
		expectAccepted(await deliver({ workflow: 'another', n8nStatus: 200 }));
	});

	it('an event starts the workflow when it was filtered out before and is selected now', async () => {
		const delivery = { workflow: 'filtered', n8nStatus: 200 };
		expectResponse(await deliver({ ...delivery, parameters: { events: ['order.created'] } }), 200);
		expectAccepted(await deliver(delivery));
	});
});

describe('The unverified deliveries that get 401', () => {
	const absent = { 'x-service-request-signature': undefined };

	it('a delivery gets 401 when its signature comes twice', async () => {
		const twice = ['0'.repeat(64), '1'.repeat(64)];
		const call = await deliver({ headersDistinct: { 'x-service-request-signature': twice } });
		expectResponse(call, 401);
	});

	it.each<[string, Delivery]>([
		['no signature', { headers: absent }],
		['a wrong signature', { secret: 'another' }],
		['a signature of the wrong length', { headers: { 'x-service-request-signature': 'abc' } }],
		['a signature that is not hex', { headers: { 'x-service-request-signature': 'z'.repeat(64) } }],
		['no timestamp', { headers: { 'x-service-request-timestamp': undefined } }],
		['a timestamp like 12abc', { headers: { 'x-service-request-timestamp': '12abc' } }],
		['a stale timestamp', { sentAt: NOW - 1_201_000 }],
		['a timestamp from the future', { sentAt: NOW + 1_201_000 }],
		['the headers of another brand', { brand: 'Acme' }],
		['no raw body', { rawBody: undefined }],
		['an invalid body as well', { secret: 'another', rawBody: Buffer.from('no JSON') }],
		['a credential without a secret', { credential: { signingSecret: '' }, secret: 'x' }],
		['a credential without the field', { credential: {} }],
		['a credential that cannot be read', { credential: new Error('gone: sandbox-demo') }],
	])('a delivery with %s gets 401', async (_title, delivery) => {
		const call = await deliver(delivery);
		expectResponse(call, 401);
		expect(call.responses[0]?.body).toEqual(UNVERIFIED);
		expect(JSON.stringify(call.logged)).not.toMatch(/sandbox-demo|[0-9a-f]{64}/);
	});

	it('the reason of a 401 is in the debug log, and once in the log of n8n with what to do', async () => {
		const { logged } = await deliver({ secret: 'another', workflow: 'Parcels' });
		expect(logged).toEqual([
			[expect.stringMatching(/delivery .* was refused/), { reason: 'wrong signature' }],
			[
				'POD Fulfilment Trigger in workflow "Parcels": a delivery was refused. The signature of the delivery does not match. If your provider sent it, its events do not arrive: compare Signing Secret and Header Brand in the credential with the webhook settings of your provider, and check the clock of n8n. Said once an hour.',
				{ reason: 'wrong signature' },
			],
		]);
	});

	/** The reasons of the lines in n8n's log, which are warnings. */
	const reasonsLogged = ({ logged }: WebhookCall): unknown[] =>
		(logged as Array<[string, { reason: string }]>)
			.filter(([message]) => message.includes('Said once an hour'))
			.map(([, { reason }]) => reason);

	it("a wrong secret is one line an hour in n8n's log, however many deliveries are refused", async () => {
		const delivery: Delivery = { secret: 'another', workflow: 'hourly' };
		const lines: number[] = [];
		for (const minutes of [0, 1, 59, 60, 61, 119, 120]) {
			const now = NOW + minutes * 60_000;
			vi.setSystemTime(now);
			lines.push(reasonsLogged(await deliver({ ...delivery, sentAt: now })).length);
		}
		expect(lines).toEqual([1, 0, 0, 1, 0, 0, 1]);
	});

	it("a stranger's calls do not hide a wrong secret, nor does that of another workflow", async () => {
		const unsigned = { headers: { 'x-service-request-signature': undefined } };
		const reasons = [
			await deliver({ workflow: 'one', ...unsigned }),
			await deliver({ workflow: 'one', ...unsigned }),
			await deliver({ workflow: 'one', secret: 'another' }),
			await deliver({ workflow: 'two', secret: 'another' }),
		].flatMap(reasonsLogged);
		expect(reasons).toEqual(['no signature', 'wrong signature', 'wrong signature']);
	});

	it("what the editor showed does not count as told in n8n's log", async () => {
		const delivery: Delivery = { mode: 'manual', secret: 'another', workflow: 'listening' };
		await expect(deliver(delivery)).rejects.toThrow('does not match');
		// It was not counted as told: the first one in production is.
		expect(reasonsLogged(await deliver({ ...delivery, mode: 'webhook' }))).toHaveLength(1);
	});

	it('an unverified delivery gets 401 even if the event was accepted before', async () => {
		const workflow = 'forged after';
		await deliver({ workflow, n8nStatus: 200 });
		const call = await deliver({ workflow, secret: 'another' });
		expect(call.responses).toEqual([{ status: 401, body: UNVERIFIED }]);
	});

	it('a delivery gets 401 when it is too old for the default tolerance and the stored tolerance is invalid', async () => {
		for (const toleranceSeconds of ['', null, -1, Number.NaN, 'never']) {
			const parameters = { options: { toleranceSeconds } as IDataObject };
			expectResponse(await deliver({ sentAt: NOW - 1_201_000, parameters }), 401);
			expectAccepted(await deliver({ parameters }));
		}
	});
});

describe('The signed bodies that get 400', () => {
	it.each(['', 'no JSON', '[]', '{}', '{"type":"order.updated"}', '{"a":'.repeat(70)])(
		'a signed body that is not an event envelope gets 400: %j',
		async (body) => {
			expectResponse(await deliver({ rawBody: Buffer.from(body) }), 400);
		},
	);
});

describe('A delivery that starts nothing, while the editor listens for a test event', () => {
	const other = 'another-signing-secret';
	const cases: Array<[string, Delivery, status: number, shown: RegExp]> = [
		['a wrong signature', { secret: other }, 401, /^The signature of the delivery does not match/],
		['a stale timestamp', { sentAt: NOW - 1_800_000 }, 401, /^The delivery is 30 minutes old/],
		[
			'no signature',
			{ headers: { 'x-service-request-signature': undefined } },
			401,
			/no header X-Service-Request-Signature/,
		],
		['the headers of another brand', { brand: 'Acme' }, 401, /enter acme as Header Brand/],
		['no secret in the credential', { credential: {} }, 401, /^The credential has no signing/],
		['a body that is no event', { body: {} }, 400, /^The body of the delivery is not an event/],
		[
			'an event that is not chosen',
			{ parameters: { events: ['order.created'] } },
			200,
			/^Order Status Changed is not one of the chosen events/,
		],
		[
			'a filtered status',
			{ parameters: { filters: { orderStatuses: ['failed'] } } },
			200,
			/^The status Shipped is not in the filter Order Statuses/,
		],
	];

	it.each(cases)(
		'a delivery throws what the editor shows, but in production is answered without throwing: %s',
		async (_title, delivery, status, shown) => {
			const error = await deliver({ ...delivery, mode: 'manual' }).then(
				() => undefined,
				(thrown: unknown) => thrown as NodeOperationError,
			);
			expect(error).toBeInstanceOf(NodeOperationError);
			const texts = `${error?.message}\n${error?.description}`;
			expect(texts).toMatch(shown);
			expect(texts).not.toMatch(/sandbox-demo|another-signing|[0-9a-f]{64}/);
			expectResponse(await deliver({ ...delivery, mode: 'webhook' }), status);
		},
	);

	it('one kind of filtered event throws once in ten minutes, so that others can be waited for', async () => {
		const delivery: Delivery = {
			workflow: 'busy account',
			mode: 'manual',
			parameters: { events: ['shipment.created'] },
		};
		const [created, updated] = [orderCreated(), orderUpdated()];
		await expect(deliver({ ...delivery, body: created })).rejects.toThrow('Order Created');
		expectResponse(await deliver({ ...delivery, body: { ...created, retries: 1 } }), 200);
		await expect(deliver({ ...delivery, body: updated })).rejects.toThrow('Order Status Changed');
		expectResponse(await deliver({ ...delivery, body: updated }), 200);
		expectAccepted(await deliver({ ...delivery, body: shipmentCreated() }));

		vi.setSystemTime(NOW + 10 * 60_000);
		await expect(deliver({ ...delivery, body: created })).rejects.toThrow('Order Created');
	});

	it('a filtered event throws again when the parameters were changed, and in another workflow', async () => {
		const body = orderCreated();
		const delivery: Delivery = { workflow: 'changed', mode: 'manual', body };
		const events = { events: ['shipment.created'] };
		await expect(deliver({ ...delivery, parameters: events })).rejects.toThrow('Order Created');
		for (const changed of [
			{ ...delivery, parameters: { events: ['order.updated'] } },
			{ ...delivery, parameters: { ...events, filters: { shipmentStatuses: ['shipped'] } } },
			{ ...delivery, parameters: events, workflow: 'not changed' },
		]) {
			await expect(deliver(changed)).rejects.toThrow('Order Created');
		}
		expectResponse(await deliver({ ...delivery, parameters: events }), 200);
	});

	it('a delivery throws nothing that the editor could take for markup', async () => {
		const status = '<img src=x onerror=alert(1)>';
		const filters = { orderStatuses: ['failed'] };
		for (const body of [orderUpdated(status), { type: status, data: {} }]) {
			const testing = deliver({ mode: 'manual', body, parameters: { filters } });
			await expect(testing).rejects.toMatchObject({
				message: expect.stringContaining('‹img src=x onerror=alert(1)›') as string,
				description: expect.not.stringContaining('<') as string,
			});
		}
	});

	it('a refused delivery throws each time: the next one may be the one with the new secret', async () => {
		const delivery: Delivery = { workflow: 'secret', mode: 'manual', secret: other };
		for (let time = 0; time < 3; time += 1) {
			await expect(deliver(delivery)).rejects.toThrow('does not match');
		}
	});
});

describe('Activation', () => {
	const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
	const hook = (signingSecret?: unknown, mode = 'trigger') =>
		({
			getMode: () => mode,
			getCredentials: async () => ({ signingSecret }),
			getNode: () => ({ name: 'POD Fulfilment Trigger' }),
		}) as unknown as IHookFunctions;

	it.each([undefined, '', ' , '])('activation needs a signing secret, not %j', async (secret) => {
		await expect(create.call(hook(secret))).rejects.toThrow(
			/^The credential has no signing secret\. Turn on Use the Webhook Trigger in it, copy .+ publish the workflow again\.$/,
		);
	});

	it('activation without a secret fails when the editor begins to listen, and says so', async () => {
		await expect(create.call(hook('', 'manual'))).rejects.toThrow(
			/^The credential has no signing secret\. Turn on Use the Webhook Trigger in it, copy .+ listen again\.$/,
		);
	});

	it('activation with a secret succeeds, and registers nothing at the service', async () => {
		expect(await checkExists.call(hook(SECRET))).toBe(false);
		expect(await create.call(hook(SECRET))).toBe(true);
		expect(await remove.call(hook(SECRET))).toBe(true);
	});
});
