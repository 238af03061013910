import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES, startAction } from './engine/execution.ts';
import { useServers } from '../security/support/servers.ts';
import { orderParameters } from './orderRuns.ts';

const listen = useServers();

const SECRETS = { signingSecret: '', headerBrand: 'Service' };

/** A service that hands out any order, and notes the letter that its external ID begins with. */
function serviceFor(asked: string[], refuses: (request: IncomingMessage) => number | undefined) {
	return (request: IncomingMessage, response: ServerResponse): void => {
		const externalId = (request.url ?? '').replace('/api/orders/@', '');
		asked.push(externalId.slice(0, 1));
		const retryAfter = refuses(request);
		if (retryAfter !== undefined) {
			response.writeHead(429, { 'retry-after': String(retryAfter) }).end();
			return;
		}
		const order = { id: externalId, externalId, status: 'draft', orderItems: [] };
		response.writeHead(200, { 'content-type': 'application/ld+json' }).end(JSON.stringify(order));
	};
}

/** Twelve items of account A, then twelve of account B. */
const itemsOf = (a: IDataObject, b: IDataObject): IDataObject[] =>
	[a, b].flatMap((account, index) =>
		Array.from({ length: 12 }, (_, number) => ({ ...account, number: `${'AB'[index]}-${number}` })),
	);

const run = async (
	credential: ICredentialDataDecryptedObject,
	items: IDataObject[],
	engine: (typeof ENGINES)[number],
) =>
	await startAction({
		parameters: orderParameters('get', '={{ $json.number }}', { concurrency: 3 }),
		items,
		credential,
		engine,
		settings: { onError: 'continueRegularOutput' },
	}).finished;

describe.each(ENGINES)('Accounts of one run, on the engine of %s', (engine) => {
	const expectBDone = (json: IDataObject[], asked: string[]): void => {
		const errors = json.slice(0, 12).map(({ message }) => message);
		expect(errors.every((message) => String(message).includes('Max Waiting Time'))).toBe(true);
		expect(json.slice(12).map(({ externalId }) => externalId)).toEqual(
			Array.from({ length: 12 }, (_, number) => `B-${number}`),
		);
		// What was under way when the service asked to wait, and nothing after it.
		expect(asked.filter((account) => account === 'A').length).toBeLessThanOrEqual(3);
	};

	it('two keys are refused apart: one account has to wait for an hour, the other one is done', async () => {
		const asked: string[] = [];
		const { url } = await listen(
			serviceFor(asked, ({ headers }) =>
				headers.authorization === 'Bearer key-a' ? 3600 : undefined,
			),
		);
		const credential = { ...SECRETS, baseUrl: url, apiKey: '={{ $json.key }}' };
		const { json } = await run(credential, itemsOf({ key: 'key-a' }, { key: 'key-b' }), engine);
		expectBDone(json, asked);
	});

	it('two addresses are refused apart, even with the same key', async () => {
		const asked: string[] = [];
		const { url: a } = await listen(serviceFor(asked, () => 3600));
		const { url: b } = await listen(serviceFor(asked, () => undefined));
		const credential = { ...SECRETS, baseUrl: '={{ $json.url }}', apiKey: 'key' };
		const { json } = await run(credential, itemsOf({ url: a }, { url: b }), engine);
		expectBDone(json, asked);
	});
});
