import fc from 'fast-check';
import { noEvent, orderEvent, textBody, type SignedBodies, type SignedBody } from './body.ts';
import { oddBodies } from './odd.ts';

const event = (name: string, more: Parameters<typeof orderEvent>[2]): SignedBody =>
	textBody(`an event with ${name}`, true, (id, time) => orderEvent(id, time, more));

const nested = (open: string, close: string, depth: number): string =>
	`${open.repeat(depth)}1${close.repeat(depth)}`;

/** Keys that mean something to JavaScript, to n8n, or to a database. */
const key = fc.constantFrom(
	...['__proto__', 'constructor', 'prototype', 'toString', 'to_string', 'valueOf', 'toJSON'],
	...['hasOwnProperty', 'has_own_property', 'then', 'length', '__defineGetter__', '', ' ', '0'],
	...['json', 'binary', 'pairedItem', 'error', '$json', '={{ 1 }}', 'event', 'event_id', '\\u0000'],
	...[
		'occurred_at',
		'webhookId',
		'account_id',
		'rawBody',
		'a_b',
		'aB',
		'_a',
		'a__b',
		'hydra:member',
		'@id',
		'\\ud800',
		'💥',
	],
);
const value = fc.constantFrom(
	...['null', 'true', '""', '"x"', '0', '-0', '1e400', '-1e400', '1e-400', '12345678901234567890'],
	...['[]', '{}', '[[]]', '{"polluted":true}', '{"prototype":{"polluted":true}}', '"\\ud800"'],
	...['"\\u0000"', '"={{ $env.SECRET }}"', '"<script>alert(1)</script>"', '[1,null,{"a_b":1}]'],
	...['{"__proto__":{"polluted":true}}', '{"a_b":1,"aB":2,"a_B":3}', '0.1e1', '"\\u202e"'],
);

/** Any keys with any values, in the order, in `data` and in the envelope; the same key may come twice. */
const keyedEvents: SignedBodies = fc
	.tuple(
		fc.array(fc.tuple(key, value), { maxLength: 4 }),
		fc.array(fc.tuple(key, value), { maxLength: 2 }),
		fc.array(fc.tuple(key, value), { maxLength: 2 }),
	)
	.map((places) => {
		const [inOrder, inData, outside] = places.map((fields) =>
			fields.map(([name, json]) => `"${name}":${json},`).join(''),
		);
		return event(`${outside} ${inData} ${inOrder}`, { inOrder, inData, outside });
	});

/** As deep as an event may well be, or deeper than anything has a use for. */
const deepEvents: SignedBodies = fc
	.tuple(
		fc.constantFrom(['[', ']'], ['{"a_b":', '}'], ['[{"__proto__":', '}]']),
		fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 100, max: 10_000 })),
	)
	.map(([[open = '', close = ''], depth]) => {
		// What stands under __proto__ goes with that key.
		const isEvent = depth < 100 || open.includes('__proto__');
		return textBody(`${depth} times ${open}`, isEvent, (id, time) =>
			orderEvent(id, time, { inOrder: `"deep":${nested(open, close, depth)},` }),
		);
	});

const wideEvents: SignedBodies = fc
	.tuple(
		fc.constantFrom('keys', 'numbers', 'letters', 'snakes'),
		fc.integer({ min: 10, max: 3000 }),
	)
	.map(([kind, count]) => {
		const wide: Record<string, string> = {
			keys: `{${Array.from({ length: count }, (_, index) => `"key_${index}":${index}`).join(',')}}`,
			numbers: `[${Array.from({ length: count }, (_, index) => index).join(',')}]`,
			letters: `"${'ä'.repeat(count)}"`,
			snakes: `{"${'a_'.repeat(count)}":1}`,
		};
		return event(`${count} ${kind}`, { inOrder: `"wide":${wide[kind]},` });
	});

const anyJson: SignedBodies = fc.json({ maxDepth: 3 }).map((json) =>
	// An object of chance does not have both a type and data.
	noEvent('any JSON', () => json),
);
const anyBytes: SignedBodies = fc.uint8Array({ maxLength: 200 }).map((bytes) => ({
	name: 'no event: any bytes',
	isEvent: false,
	bytes: () => Buffer.from(bytes),
}));

/** Bodies that are well signed, and that no test of good behaviour would think of. */
export const strangeBodies: SignedBodies = fc.oneof(
	{ weight: 4, arbitrary: oddBodies },
	{ weight: 4, arbitrary: keyedEvents },
	{ weight: 1, arbitrary: deepEvents },
	{ weight: 1, arbitrary: wideEvents },
	{ weight: 1, arbitrary: anyJson },
	{ weight: 1, arbitrary: anyBytes },
);
