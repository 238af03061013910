import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Credential } from '../../scripts/n8n/credentials.ts';
import { waitForExecution } from '../../scripts/n8n/executions.ts';
import type { N8nRest } from '../../scripts/n8n/rest.ts';
import { createWorkflow, deactivateWorkflow, runWorkflow } from '../../scripts/n8n/workflows.ts';
import { deliver, orderUpdated, signedHeaders } from './support/delivery.ts';
import { connect, n8n, storeCredential } from './support/n8n.ts';
import { executionsOf, activateTrigger } from './support/trigger.ts';
import { actionNode, manualWorkflow } from './support/workflows.ts';

const SIGNING_SECRET = `whsec-${randomBytes(16).toString('hex')}`;
const WRONG_KEY = `key-${randomBytes(16).toString('hex')}`;

let sandbox: Sandbox;
let rest: N8nRest;
let good: Credential;
let refused: Credential;

beforeAll(async () => {
	sandbox = await startSandbox();
	rest = connect();
	good = await storeCredential(rest, sandbox, 'Secrets', { signingSecret: SIGNING_SECRET });
	refused = await storeCredential(rest, sandbox, 'Refused', { apiKey: WRONG_KEY });
});
afterAll(async () => await sandbox.close());

describe('The API key and the signing secret', () => {
	it('no exported workflow, no stored execution and no log holds the key or the secret', async () => {
		const products = { resource: 'catalogProduct', operation: 'getAll', limit: 2 };
		const exported: string[] = [];
		for (const [credential, status] of [
			[good, 'success'],
			[refused, 'error'],
		] as const) {
			const { id } = await createWorkflow(
				rest,
				manualWorkflow(`Secrets, ${status}`, [actionNode('Products', credential, products)]),
			);
			const execution = await waitForExecution(rest, await runWorkflow(rest, id, 'Start'));
			expect(execution.status).toBe(status);
			exported.push(await rest.send('GET', `/rest/workflows/${id}`));
			exported.push(await rest.send('GET', `/rest/executions/${execution.id}`));
		}
		const { id, url } = await activateTrigger(rest, 'Secrets of the trigger', good, {
			events: ['order.updated'],
			options: { rawBody: true },
		});
		const body = orderUpdated();
		const forged = signedHeaders(body, 'another-secret');
		const signed = signedHeaders(body, SIGNING_SECRET);
		expect((await deliver(url, body, forged)).status).toBe(401);
		expect((await deliver(url, body, signed)).status).toBe(200);
		const [execution] = await executionsOf(rest, id, 1);
		exported.push(await rest.send('GET', `/rest/workflows/${id}`));
		exported.push(await rest.send('GET', `/rest/executions/${execution?.id}`));
		await deactivateWorkflow(rest, id);

		const folder = join(n8n.userFolder, '.n8n');
		const stored = (await readdir(folder)).filter((name) => name.startsWith('database.sqlite'));
		expect(stored).not.toHaveLength(0);
		const kept = await Promise.all(stored.map(async (name) => await readFile(join(folder, name))));
		const everything = [...exported.map((text) => Buffer.from(text)), ...kept];
		everything.push(await readFile(n8n.logFile));
		// What is looked for would be found: the database holds the order, and not by its secret.
		expect(kept.some((content) => content.includes('Secrets of the trigger'))).toBe(true);
		for (const secret of [
			SIGNING_SECRET,
			WRONG_KEY,
			sandbox.accounts.demo.apiKey,
			// A signature is no secret, but opens the door as long as its delivery is young.
			signed['x-service-request-signature'] as string,
		]) {
			for (const content of everything) expect(content.includes(secret)).toBe(false);
		}
	});
});
