import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';

import { sendJson, useServers } from '../security/support/servers.ts';
import { begin, MINUTE, pass, usePolling } from './pollingSupport.ts';
import { withoutBackOff } from './orderRuns.ts';

const polling = usePolling();
const listen = useServers();
withoutBackOff();

const API_KEY = `key-${randomBytes(12).toString('hex')}`;
const SIGNING_SECRET = `whsec-${randomBytes(12).toString('hex')}`;

/** Everything that could be read of a value, whether n8n stores it, shows it or prints it. */
const everythingOf = (value: unknown): string =>
	`${JSON.stringify(value)}\n${inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null })}`;

/** A service that repeats the key wherever it can. */
const repeating = async (status: number) =>
	await listen((request, response) => {
		const key = String(request.headers.authorization).replace('Bearer ', '');
		// Nobody waits that long.
		response.setHeader('retry-after', '86400');
		sendJson(response, { message: `No access with ${key}`, detail: `Bearer ${key}` }, status);
	});

describe('The API key and the signing secret', () => {
	it.each([400, 401, 403, 422, 429, 500])(
		'are in no error, no warning and no state after status %i that repeats the key',
		async (status) => {
			const { url, requests } = await repeating(status);
			const apiKey = polling.sandbox.control.createApiKey({ apiKey: API_KEY });
			const n8n = await begin(
				polling.n8n({}, { account: { apiKey, signingSecret: SIGNING_SECRET } }),
			);
			n8n.credential.baseUrl = url;
			const errors: unknown[] = [];
			for (let minute = 0; minute < 12; minute += 1) {
				pass(MINUTE);
				const { error } = await n8n.poll();
				if (error) errors.push(error);
			}
			const activation = polling.n8n({}, { account: { baseUrl: url, apiKey } });
			const refused = async (work: Promise<unknown>): Promise<unknown> =>
				await work.then(
					() => expect.unreachable('nothing was refused'),
					(error: unknown) => error,
				);
			errors.push(await refused(activation.activate()), await refused(n8n.fetchTestEvent()));

			expect(requests.length).toBeGreaterThan(5);
			for (const { authorization } of requests) expect(authorization).toBe(`Bearer ${API_KEY}`);
			expect(errors.length).toBeGreaterThanOrEqual(3);
			const told = everythingOf([errors, n8n.warnings, n8n.stored, activation.stored]);
			expect(told).toContain('since 20');
			expect(told).not.toContain(API_KEY);
			expect(told).not.toContain(SIGNING_SECRET);
		},
	);
});
