import { FAULT_SCHEMA, LONGEST_TIMER } from './fault-schema.ts';
import { READ_CHOICES } from '../reads/style.ts';

/** JSON schemas of what the verbs take over HTTP: a wrong type must not get as far as the service. */

const text = { type: 'string' };
const flag = { type: 'boolean' };
const texts = { type: 'array', items: text };
const textsByName = { type: 'object', additionalProperties: text };
const anyObject = { type: 'object' };
const number = (maximum: number) => ({ type: 'number', minimum: 0, maximum });
const whole = (maximum: number) => ({ type: 'integer', minimum: 0, maximum });

/** A part of a header name. */
const headerWord = { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' };

/** What fits into an Authorization header. */
const apiKey = { type: 'string', pattern: '^[!-~]{1,256}$' };

/** Ten years. */
const MOST_DAYS = 3_650;

const object = (properties: Record<string, object>, required: string[] = []) => ({
	type: 'object',
	properties,
	required,
	additionalProperties: false,
});

const rateLimit = object({ requests: whole(1_000_000), perMilliseconds: number(LONGEST_TIMER) }, [
	'requests',
	'perMilliseconds',
]);

/** The options, without those that decide where the sandbox listens and sends. */
const resetOptions = object({
	timeScale: number(1_000_000),
	autoAdvance: flag,
	autoConfirm: flag,
	pageSize: whole(100_000),
	seed: object({
		products: whole(1_000),
		orders: whole(100_000),
		spreadDays: number(MOST_DAYS),
		mockupTasks: whole(100_000),
	}),
	headerBrand: headerWord,
	creditHeaderBrand: headerWord,
	creditsIncluded: whole(1_000_000_000),
	webhook: object({ url: text, signingSecret: text }, ['url']),
	rateLimit,
	responseLimitMilliseconds: number(LONGEST_TIMER),
	checkFileDimensions: flag,
});

const step = object({ status: text, account: text });

/** By verb; one that is missing here takes no body. */
export const BODY_SCHEMAS: Record<string, object> = {
	'POST /reset': resetOptions,
	'POST /webhook': object(
		{
			url: text,
			signingSecret: text,
			account: text,
			lost: number(1),
			unreachable: flag,
			inOrder: flag,
		},
		['url'],
	),
	'POST /orders': object(
		{
			count: whole(100_000),
			statuses: { ...texts, minItems: 1, maxItems: 1_000 },
			spreadDays: number(MOST_DAYS),
			newestDaysAgo: number(MOST_DAYS),
			account: text,
		},
		['count'],
	),
	'DELETE /orders/:id': object({ account: text }),
	'POST /reads': object({
		seed: whole(LONGEST_TIMER),
		lagMilliseconds: number(LONGEST_TIMER),
		shiftedBy: whole(1_000),
		aheadMilliseconds: { type: 'number', minimum: -LONGEST_TIMER, maximum: LONGEST_TIMER },
		...Object.fromEntries(
			Object.entries(READ_CHOICES).map(([name, values]) => [name, { enum: values }]),
		),
	}),
	'POST /orders/:id/step': step,
	'POST /shipments/:id/step': object({ status: text }),
	'POST /mockup-tasks/:id/step': object({ status: text }),
	'POST /mockup-tasks': object({ variantIds: { ...texts, maxItems: 1_000 }, account: text }),
	'POST /faults': FAULT_SCHEMA,
	'POST /rate-limit': rateLimit,
	'POST /api-keys': object({ apiKey, account: text }),
	'POST /events': object(
		{
			type: text,
			data: anyObject,
			envelope: anyObject,
			account: text,
			signingSecret: text,
			timestamp: text,
			headers: textsByName,
			body: text,
			attempts: whole(6),
		},
		['type'],
	),
	'POST /wait-for': object(
		{
			kind: { enum: ['delivery', 'request'] },
			match: anyObject,
			timeoutMilliseconds: number(LONGEST_TIMER),
		},
		['kind'],
	),
};

export const NOTHING = object({});

/** By verb; one that is missing here takes no query. */
export const QUERY_SCHEMAS: Record<string, object> = {
	'GET /orders': object({ account: text }),
	'GET /mockup-tasks': object({ account: text }),
	'GET /example-order': object({
		externalId: text,
		variantId: { anyOf: [text, texts] },
	}),
};
