import { json } from 'node:stream/consumers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES, startAction } from '../core/engine/execution.ts';
import { credentialFor } from '../core/engine/run.ts';
import { runNode } from '../core/orderRuns.ts';
import { createParameters, locate, useSandbox } from '../core/support.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

/** What is another customer's in the order that exists. */
const SECRETS = [
	'Mallory Meier',
	'Secret Lane 7',
	'Geheimstadt',
	'98765',
	'+49 555 0199',
	'https://files.example.com/private.png',
	'Cup for Mallory',
	'77.70',
];

const theirs = (parameters: INodeParameters): INodeParameters => {
	const { item } = parameters.items as { item: INodeParameters[] };
	return {
		...parameters,
		recipient: {
			name: 'Mallory Meier',
			address1: 'Secret Lane 7',
			city: 'Geheimstadt',
			zip: '98765',
			countryCode: 'DE',
			phone: '+49 555 0199',
		},
		items: {
			item: item.map((one) => ({
				...one,
				name: 'Cup for Mallory',
				retailPrice: '77.70',
				placements: { placement: [{ url: 'https://files.example.com/private.png' }] },
			})),
		},
	};
};

/** Everything that n8n stores and shows of a run. */
const shown = (result: { json: IDataObject[]; error?: unknown }): string => {
	const { message, description } = (result.error ?? {}) as {
		message?: string;
		description?: string;
	};
	return JSON.stringify([result.json, message, description]);
};

describe.each(ENGINES)(
	'An existing order under a guessed External ID, on the engine of %s',
	(engine) => {
		it.each(['Check Only', 'Create'])('is not read out by %s with other content', async (how) => {
			const own = createParameters(node.sandbox, 'GUESS-1');
			expect((await runNode(node, theirs(own), { engine })).error).toBeUndefined();
			const then = how === 'Check Only' ? 'check' : 'draft';
			const result = await runNode(node, { ...own, shipping: 'DHL_EXPRESS', then }, { engine });
			const text = shown(result);
			for (const secret of SECRETS) expect(text).not.toContain(secret);
			expect(text).toContain('Recipient → City');
			expect(text).toContain('sent \\"DHL_EXPRESS\\", existing \\"STANDARD\\"');
		});
	},
);

const API_KEY = 'sk_live_c0ffee/7+x';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const FORMS: Array<[form: string, text: string]> = [
	['as it is', API_KEY],
	['in base64', base64(API_KEY)],
	['in base64 without padding', base64(API_KEY).replaceAll('=', '')],
	['in base64 for URLs', Buffer.from(API_KEY).toString('base64url')],
	['in base64 with its scheme', base64(`Bearer ${API_KEY}`)],
	['in base64 as a password', base64(`shop:${API_KEY}`)],
	['in base64 behind two letters', base64(`ab${API_KEY}zzz`)],
	['in base64 behind one letter', base64(`a${API_KEY}zz`)],
];

/** Parts of the key, and of its forms in base64, that no text may hold. */
const forbidden = [
	API_KEY,
	...['', 'a', 'ab'].map((before) => base64(before + API_KEY).slice(4, 16)),
];

describe.each(ENGINES)(
	'A finding of the validation that repeats the API key, on the engine of %s',
	(engine) => {
		it.each(FORMS)('is shown without it: %s', async (_, form) => {
			const order = {
				'@type': 'Order',
				id: '1',
				status: 'failed',
				orderItems: [{ id: '2', errors: [{ message: `Not allowed with ${form}` }] }],
				errors: [{ code: 2001, message: `Key ${form} is unknown` }],
			};
			const { url } = await listen((_request, response) => sendJson(response, order));
			const credential = credentialFor(node.sandbox, { baseUrl: url, apiKey: API_KEY });
			for (const simplify of [true, false]) {
				const parameters: INodeParameters = {
					resource: 'order',
					operation: 'get',
					orderId: locate('id', '1'),
					simplify,
				};
				const { json: items, error } = await startAction({ parameters, credential, engine })
					.finished;
				expect(error).toBeUndefined();
				const text = JSON.stringify(items);
				expect(text).toContain('left out, because it repeats the API key or a signing secret');
				for (const part of forbidden) expect(text).not.toContain(part);
			}
		});

		it.each(FORMS)('is told without it where the order stops: %s', async (_, form) => {
			const parameters = {
				...createParameters(node.sandbox, 'A-1'),
				options: { fillFromCatalog: false, waitForValidation: 5 },
			};
			let order = {};
			const { url } = await listen(async (request, response) => {
				if (request.method === 'POST') {
					order = {
						...((await json(request)) as object),
						...{ '@type': 'Order', id: '1', status: 'failed' },
						createdAt: new Date().toISOString(),
						errors: [{ code: 2001, message: `Key ${form} is unknown` }],
					};
				}
				sendJson(response, order, request.method === 'POST' ? 201 : 200);
			});
			const credential = credentialFor(node.sandbox, { baseUrl: url, apiKey: API_KEY });
			const { error } = await startAction({ parameters, credential, engine }).finished;
			const text = `${error?.message} ${String(error?.description)}`;
			expect(text).toContain('left out, because it repeats the API key or a signing secret');
			for (const part of forbidden) expect(text).not.toContain(part);
		});
	},
);
