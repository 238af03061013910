import fc from 'fast-check';
import { textBody, type SignedBodies, type SignedBody } from './body.ts';

/** An order event with more in its order, its data and its envelope; each a piece of JSON that ends with a comma. */
const orderEvent = (id: string, time: string, { inOrder = '', inData = '', outside = '' } = {}) =>
	`{${outside}"type":"order.updated","occurred_at":"${time}","retries":0,"data":{${inData}"order":{${inOrder}"id":"${id}","status":"shipped"}}}`;

const event = (name: string, more: Parameters<typeof orderEvent>[2]): SignedBody =>
	textBody(`an event with ${name}`, true, (id, time) => orderEvent(id, time, more));

const noEvent = (name: string, text: (id: string, time: string) => string): SignedBody =>
	textBody(`no event: ${name}`, false, text);

const envelopeWith = (name: string, field: string, isEvent: boolean): SignedBody =>
	textBody(
		`an envelope with ${name}`,
		isEvent,
		(id) => `{"type":"order.updated",${field},"data":{"order":{"id":"${id}"}}}`,
	);

const bytesBody = (
	name: string,
	isEvent: boolean,
	change: (event: Buffer) => Buffer,
): SignedBody => ({
	name,
	isEvent,
	bytes: (id, now) => change(Buffer.from(orderEvent(id, new Date(now).toISOString()))),
});

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
		fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 100, max: 30_000 })),
	)
	.map(([[open = '', close = ''], depth]) =>
		textBody(`${depth} times ${open}`, depth < 100, (id, time) =>
			orderEvent(id, time, { inOrder: `"deep":${nested(open, close, depth)},` }),
		),
	);

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

const fixed: SignedBodies = fc.constantFrom(
	noEvent('nothing', () => ''),
	noEvent('blanks', () => ' \n\t '),
	noEvent('a word', () => 'undefined'),
	noEvent('a text', (id) => JSON.stringify(id)),
	noEvent('null', () => 'null'),
	noEvent('a number', () => '1e400'),
	noEvent('an array of events', (id, time) => `[${orderEvent(id, time)}]`),
	noEvent('two events', (id, time) => orderEvent(id, time) + orderEvent(id, time)),
	noEvent('half an event', (id, time) => orderEvent(id, time).slice(0, -7)),
	noEvent('an event and a comma', (id, time) => `${orderEvent(id, time)},`),
	noEvent('single quotes', (id, time) => orderEvent(id, time).replaceAll('"', "'")),
	noEvent('an event as a text', (id, time) => JSON.stringify(orderEvent(id, time))),
	noEvent('a comment', (id, time) => `/* x */${orderEvent(id, time)}`),
	noEvent('XML', () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
	noEvent('a form', (id) => `type=order.updated&data[order][id]=${id}&__proto__[polluted]=1`),
	noEvent('no type', (id) => `{"data":{"order":{"id":"${id}"}}}`),
	noEvent('no data', () => '{"type":"order.updated"}'),
	noEvent('the type in a prototype', (id) => `{"__proto__":{"type":"a"},"data":{"x":"${id}"}}`),
	noEvent(
		'the order in a prototype',
		() => '{"type":"order.updated","data":{"__proto__":{"order":{}}}}',
	),
	noEvent(
		'a shipment for an order',
		(id) => `{"type":"order.updated","data":{"shipment":{"id":"${id}"}}}`,
	),
	noEvent(
		'a type in an array',
		(id) => `{"type":["order.updated"],"data":{"order":{"id":"${id}"}}}`,
	),
	noEvent('data in an array', (id) => `{"type":"order.updated","data":[{"order":{"id":"${id}"}}]}`),
	noEvent('null for data at last', (id, time) =>
		orderEvent(id, time).replace(/}$/, ',"data":null}'),
	),
	textBody(
		'a type that is a key of every object',
		true,
		(id) => `{"type":"constructor","data":{"x":"${id}"}}`,
	),
	textBody(
		'a type of 10,000 letters',
		true,
		(id) => `{"type":"${'x'.repeat(10_000)}","data":{"x":"${id}"}}`,
	),
	textBody(
		'a type with another i',
		true,
		(id) => `{"type":"sh\u0456pment.created","data":{"x":"${id}"}}`,
	),
	textBody('the type as escapes', true, (id, time) =>
		orderEvent(id, time).replace('order.updated', '\\u006frder.updated'),
	),
	envelopeWith('retries in a text', '"retries":"0"', false),
	envelopeWith('retries below zero', '"retries":-1', false),
	envelopeWith('endless retries', '"retries":1e400', false),
	envelopeWith('half a retry', '"retries":0.5', false),
	envelopeWith('retries that are null', '"retries":null', true),
	envelopeWith('more retries than a number counts', '"retries":9007199254740993', false),
	envelopeWith('a time that is a number', '"occurred_at":1763632800', false),
	envelopeWith('a time that is an object', '"occurredAt":{"toString":1}', false),
	envelopeWith('a time that is no time', '"occurred_at":"soon"', true),
	envelopeWith('no time', '"x":1', true),
	bytesBody('an event behind a byte order mark', true, (body) =>
		Buffer.concat([Buffer.from('\uFEFF'), body]),
	),
	bytesBody('an event behind two byte order marks', false, (body) =>
		Buffer.concat([Buffer.from('\uFEFF\uFEFF'), body]),
	),
	bytesBody('an event in UTF-16', false, (body) => Buffer.from(body.toString(), 'utf16le')),
	bytesBody('an event in UTF-16 with its mark', false, (body) =>
		Buffer.from(`\uFEFF${body.toString()}`, 'utf16le'),
	),
	bytesBody('an event with bytes that are no UTF-8 in a text', true, (body) =>
		Buffer.from(body.toString().replace('shipped', 'sh\xff\xc3\xed\xa0\x80'), 'latin1'),
	),
	bytesBody('an event with a byte that is no UTF-8 outside of texts', false, (body) =>
		Buffer.concat([body, Buffer.from([0xff])]),
	),
	bytesBody('an event with a NUL behind', false, (body) => Buffer.concat([body, Buffer.alloc(1)])),
	bytesBody('an event with blanks around', true, (body) =>
		Buffer.from(`\n\t ${body.toString()}\r\n`),
	),
);

/** Bodies that are well signed, and that no test of good behaviour would think of. */
export const strangeBodies: SignedBodies = fc.oneof(
	{ weight: 4, arbitrary: fixed },
	{ weight: 4, arbitrary: keyedEvents },
	{ weight: 1, arbitrary: deepEvents },
	{ weight: 1, arbitrary: wideEvents },
	{ weight: 1, arbitrary: anyJson },
	{ weight: 1, arbitrary: anyBytes },
);
