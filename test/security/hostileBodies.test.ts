import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	parseJsonSafely,
	NestedTooDeeply,
} from '../../nodes/PodFulfilment/input/parseJsonSafely.ts';
import { startAction, ENGINES } from '../core/engine/execution.ts';
import { openList } from '../core/engine/list.ts';
import { credentialFor } from '../core/engine/run.ts';
import { createParametersWithoutCatalog } from '../core/orderRuns.ts';
import { locate, useSandbox } from '../core/support.ts';
import { REPETITIONS } from '../support/repetitions.ts';
import { SEED } from '../support/seed.ts';
import { useServers } from './support/servers.ts';

const node = useSandbox();
const listen = useServers();

/** Names that every object has by itself, written in JSON as they are or escaped. */
const INHERITED = [
	...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'],
	...['toLocaleString', 'isPrototypeOf', 'propertyIsEnumerable', '__defineGetter__'],
];
/** With its first letter escaped, which no search for the name finds. */
const escapedName = (key: string): string =>
	`"\\u00${key.charCodeAt(0).toString(16)}${JSON.stringify(key.slice(1)).slice(1)}`;

const name = fc.oneof(
	fc.constantFrom(...INHERITED).map((key) => JSON.stringify(key)),
	fc.constantFrom(...INHERITED).map(escapedName),
	fc.string({ maxLength: 5 }).map((key) => JSON.stringify(key)),
);

/** JSON of any value in which names of {@link INHERITED} stand at any depth. */
const { json: hostileJson } = fc.letrec<{ json: string }>((tie) => ({
	json: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.oneof(
			fc.constantFrom('null', 'true', '0', '-1e400', '1e999', '""', '"__proto__"', '[]', '{}'),
			fc.json({ maxDepth: 1 }),
		),
		fc.array(tie('json'), { maxLength: 4 }).map((entries) => `[${entries.join(',')}]`),
		fc
			.array(fc.tuple(name, tie('json')), { maxLength: 5 })
			.map((entries) => `{${entries.map(([key, value]) => `${key}:${value}`).join(',')}}`),
	),
}));

/** The names that any object in a value has of its own. */
const ownNames = (value: unknown): string[] =>
	typeof value !== 'object' || value === null
		? []
		: [
				...(Array.isArray(value) ? [] : Object.getOwnPropertyNames(value)),
				...Object.values(value).flatMap(ownNames),
			];

/** What the parser of JavaScript makes of a text, without these names: a reviver, unlike the code under test. */
const withoutInherited = (json: string): unknown =>
	JSON.parse(json, function (this: object, key, value: unknown) {
		return INHERITED.includes(key) || key in {} ? undefined : value;
	});

describe('JSON from outside', () => {
	it('JSON is parsed as it says, without the names that every object has by itself', () => {
		fc.assert(
			fc.property(hostileJson, (json) => {
				const parsed = parseJsonSafely(json);
				expect(parsed).toEqual(withoutInherited(json));
				expect(ownNames(parsed).filter((name) => name in {} || name === 'prototype')).toEqual([]);
				expect(({} as Record<string, unknown>).polluted).toBeUndefined();
			}),
			{ seed: SEED, numRuns: REPETITIONS.hostileBodies },
		);
	});

	it.each([
		['[', ']'],
		['{"a":', '}'],
		['[{"a":', '}]'],
	])('JSON is refused above 100 levels of %s', (open, close) => {
		const levels = open.startsWith('[{') ? 2 : 1;
		const nested = (times: number): string => `${open.repeat(times)}1${close.repeat(times)}`;
		expect(() => parseJsonSafely(nested(100 / levels))).not.toThrow();
		for (const times of [100 / levels + 1, 5_000, 100_000]) {
			expect(() => parseJsonSafely(nested(times))).toThrow(NestedTooDeeply);
		}
	});
});

const NO_WAIT = { maxAttempts: 1, maxWaitSeconds: 0 };

const READS: Array<[operation: string, parameters: INodeParameters]> = [
	['order get', { resource: 'order', operation: 'get', orderId: locate('id', '1') }],
	['order getAll', { resource: 'order', operation: 'getAll', returnAll: true }],
	[
		'shipment getAll',
		{ resource: 'shipment', operation: 'getAll', orderId: locate('id', '1'), returnAll: true },
	],
	['catalogProduct getAll', { resource: 'catalogProduct', operation: 'getAll', returnAll: true }],
	['mockupTask get', { resource: 'mockupTask', operation: 'get', mockupTaskId: locate('id', '1') }],
];

/** Errors with words for the user. Those of the language itself have other names. */
const OURS = /^(Service|Node(Api|Operation)|User)Error$/;

const credentialAt = (baseUrl: string) => credentialFor(node.sandbox, { baseUrl });

describe.each(ENGINES)('A body of any shape, on the engine of %s', (engine) => {
	it('a body of any shape becomes items, or an error that says what to do, and nothing else', async () => {
		let body = '';
		let status = 200;
		const { url } = await listen((_request, response) => {
			response.writeHead(status).end(body);
		});
		const create = createParametersWithoutCatalog(node.sandbox, 'B-1', NO_WAIT);
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(
					hostileJson,
					hostileJson.map((json) => `{"hydra:member":[${json}]}`),
					hostileJson.map(
						(json) =>
							`{"id":"1","externalId":"B-1","status":${json},"orderItems":[${json}],"shipments":${json}}`,
					),
				),
				fc.constantFrom(200, 200, 200, 201, 400, 409, 422, 500),
				fc.constantFrom(...READS.map(([, parameters]) => parameters), create),
				fc.boolean(),
				async (json, code, parameters, simplify) => {
					body = json;
					status = code;
					const { error, outputs } = await startAction({
						parameters: { ...parameters, simplify, options: NO_WAIT },
						credential: credentialAt(url),
						engine,
					}).finished;
					for (const { json: item } of outputs.flat()) {
						expect(ownNames(item).filter((name) => name in {})).toEqual([]);
					}
					if (!error) return;
					expect(error.name).toMatch(OURS);
					expect(error.message).not.toMatch(/undefined|\[object|is not a function|Cannot read/);
				},
			),
			{ seed: SEED, numRuns: REPETITIONS.hostileBodiesOfNode },
		);
	});

	it.each([101, 5_000, 200_000])('a body with %i levels is refused in words', async (levels) => {
		const { url } = await listen((_request, response) => {
			response.end(`{"id":"1","deep":${'['.repeat(levels)}${']'.repeat(levels)}}`);
		});
		const { error } = await startAction({
			parameters: { ...READS[0]?.[1], options: NO_WAIT },
			credential: credentialAt(url),
			engine,
		}).finished;
		expect(error?.name).toBe('NodeApiError');
		expect(error?.message).toMatch(/not what was expected|could not be read|too large/);
	});
});

describe('A body of any shape, in a list of the editor', () => {
	it('a body of any shape becomes entries of a list, or an error that says what to do', async () => {
		let body = '';
		const { url } = await listen((_request, response) => response.end(body));
		await fc.assert(
			fc.asyncProperty(
				fc.oneof(
					hostileJson,
					hostileJson.map((json) => `[${json},{"id":"1","name":${json}}]`),
				),
				fc.constantFrom('searchOrders', 'searchProducts', 'searchMockupTasks', 'searchVariants'),
				async (json, list) => {
					body = json;
					const ended: unknown = await openList(list, { credential: credentialAt(url) }).catch(
						(error: unknown) => error,
					);
					if (!(ended instanceof Error)) return;
					expect(ended.name).toMatch(OURS);
				},
			),
			{ seed: SEED, numRuns: REPETITIONS.hostileBodiesOfLists },
		);
	});
});
