import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { startAction, ENGINES } from '../core/engine/execution.ts';
import { openList } from '../core/engine/list.ts';
import { credentialFor } from '../core/engine/run.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { locate, useSandbox } from '../core/support.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';
import { sendJson, useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

const API_KEY = 'sk/live+7f2=c0ffee';

const NO_WAIT = { maxAttempts: 1, maxWaitSeconds: 0 };

/** Characters of a message and its description together that n8n may store: 20 texts of the service with words around them. */
const LARGEST_ERROR = 30_000;

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** How a service may write a text that it repeats. */
const ESCAPES: Array<(key: string) => string> = [
	(key) => key,
	(key) => key.replaceAll('/', '\\/'),
	(key) => JSON.stringify(JSON.stringify(key)),
	encodeURIComponent,
	(key) => encodeURIComponent(encodeURIComponent(key)),
	(key) => key.replaceAll(/./g, (character) => `\\u${hex(character).padStart(4, '0')}`),
	(key) => key.replaceAll(/[^a-z]/g, (character) => `\\u00${hex(character).toUpperCase()}`),
	(key) => key.replaceAll(/./g, (character) => `&#x${hex(character)};`),
	(key) => key.replaceAll(/[^a-z0-9]/g, (character) => `&#${character.codePointAt(0)};`),
];

/** Takes every escape out of a text, however often it was escaped. */
function unescaped(text: string): string {
	const once = text
		.replaceAll(/\\+u00([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]+);/gi, (_, ...digits: string[]) =>
			String.fromCodePoint(parseInt(digits.slice(0, 3).find(Boolean) ?? '', 16)),
		)
		.replaceAll(/&#(\d+);/g, (_, digits: string) => String.fromCodePoint(Number(digits)))
		.replaceAll('&amp;', '&')
		.replaceAll(/\\+(?=[^u\\])/g, '');
	return once === text ? text : unescaped(once);
}

const MARKUP = '<a style="position:fixed;inset:0" href="https://elsewhere.example">Sign in</a>';

const hostileText = fc
	.array(
		fc.oneof(
			fc.constantFrom(...ESCAPES).map((escape) => escape(API_KEY)),
			fc.constantFrom(MARKUP, '<script>alert(1)</script>', '<', '>', '</p', '<!--', '&lt;b&gt;'),
			fc.string({ maxLength: 30 }),
			fc
				.tuple(fc.string({ minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 100_000 }))
				.map(([text, times]) => text.repeat(times)),
		),
		{ minLength: 1, maxLength: 4 },
	)
	.map((parts) => parts.join(' '));

/** Fields in which some service tells what is wrong, and some in which none does. */
const field = fc.constantFrom(
	...['detail', 'title', 'description', 'message', 'error', 'hydra:title', 'hydra:description'],
	...['type', 'code', 'status', 'toString', 'constructor', '__proto__'],
);

const hostileBody = fc
	.tuple(
		fc.array(fc.tuple(field, hostileText), { maxLength: 4 }),
		fc.array(fc.record({ propertyPath: hostileText, message: hostileText, code: hostileText }), {
			maxLength: 40,
		}),
	)
	.map(([fields, violations]) => ({
		...Object.fromEntries(fields),
		...(violations.length > 0 && { violations }),
	}));

const status = fc.constantFrom(400, 401, 403, 404, 405, 409, 410, 415, 418, 422, 429, 500, 503);

const orderOf = (id: string): INodeParameters => ({
	resource: 'order',
	operation: 'get',
	orderId: locate('id', id),
	options: NO_WAIT,
});

function expectHarmless({ message, description }: { message: string; description: string }): void {
	expect(message).not.toMatch(/[<>]/);
	// The editor writes the description as HTML: nothing but the ends of lines is left of it.
	expect(description.replaceAll('<br>', '')).not.toContain('<');
	expect(message.length + description.length).toBeLessThan(LARGEST_ERROR);
	for (const text of [message, description]) {
		expect(unescaped(text.replaceAll(/<br>|‹|›/g, ' '))).not.toContain(API_KEY);
	}
}

describe.each(ENGINES)('The texts that the service sends, on the engine of %s', (engine) => {
	it('an error has no markup and no key, and is short', async () => {
		let answer: [status: number, body: object] = [500, {}];
		const { url } = await listen((_request, response) => {
			const allow = JSON.stringify(answer[1]).replaceAll(/[^\x20-\x7e]/g, '?');
			response.setHeader('allow', allow.slice(0, 8_000));
			sendJson(response, answer[1], answer[0]);
		});
		const credential = credentialFor(node.sandbox, { baseUrl: url, apiKey: API_KEY });
		const create = createParametersWithoutCatalog(node.sandbox, 'T-1', NO_WAIT);
		await fc.assert(
			fc.asyncProperty(status, hostileBody, fc.boolean(), async (code, body, isCreate) => {
				answer = [code, body];
				const parameters = isCreate ? create : orderOf('1');
				const { error } = await startAction({ parameters, credential, engine }).finished;
				expectHarmless({
					message: error?.message ?? '',
					description: String(error?.description ?? ''),
				});
				const settings = { onError: 'continueRegularOutput' } as const;
				const [item] = (await startAction({ parameters, credential, engine, settings }).finished)
					.json;
				expect(item?.error).toMatch(/\S/);
				expect(JSON.stringify(item).length).toBeLessThan(2 * LARGEST_ERROR);
				expect(unescaped(JSON.stringify(item))).not.toContain(API_KEY);
			}),
			{ seed: SEED, numRuns: REPETITIONS.hostileTexts },
		);
	});

	it.each(['<b>1</b>', MARKUP])('an ID from an item puts no markup into it: %s', async (id) => {
		const { url } = await listen((_request, response) => sendJson(response, {}, 404));
		const credential = credentialFor(node.sandbox, { baseUrl: url });
		const { error } = await startAction({ parameters: orderOf(id), credential, engine }).finished;
		expect(error?.message).toMatch(/^Order .+ was not found/);
		expectHarmless({
			message: error?.message ?? '',
			description: String(error?.description ?? ''),
		});
	});
});

describe('A text of the service in a list of the editor', () => {
	it('a text in a list is one short line', async () => {
		const name = `${MARKUP} `.repeat(20_000);
		const { url } = await listen((_request, response) => sendJson(response, [{ id: '1', name }]));
		const credential = credentialFor(node.sandbox, { baseUrl: url });
		const { results } = await openList('searchProducts', { credential });
		expect(results).toHaveLength(1);
		expect(results[0]?.name.length).toBeLessThanOrEqual(200);
	});

	it('the error of a list has no key and no markup', async () => {
		const { url } = await listen((_request, response) =>
			sendJson(
				response,
				{ detail: `${MARKUP} ${ESCAPES.map((way) => way(API_KEY)).join(' ')}` },
				400,
			),
		);
		const credential = credentialFor(node.sandbox, { baseUrl: url, apiKey: API_KEY });
		const failed = await openList('searchProducts', { credential }).catch(
			(error: unknown) => error as Error & { description?: string },
		);
		if (!(failed instanceof Error)) throw new Error('The list was read');
		expect(failed.message).not.toMatch(/[<>]/);
		expect(unescaped(`${failed.message} ${failed.description}`)).not.toContain(API_KEY);
	});
});
