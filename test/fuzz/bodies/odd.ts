import fc from 'fast-check';
import { noEvent, orderEvent, textBody, type SignedBodies, type SignedBody } from './body.ts';

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

/** Bodies that are nearly events, or events in an unusual form. */
export const oddBodies: SignedBodies = fc.constantFrom(
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
	envelopeWith('retries in a text', '"retries":"0"', true),
	envelopeWith('retries below zero', '"retries":-1', true),
	envelopeWith('endless retries', '"retries":1e400', true),
	envelopeWith('half a retry', '"retries":0.5', true),
	envelopeWith('retries that are null', '"retries":null', true),
	envelopeWith('more retries than a number counts', '"retries":9007199254740993', true),
	envelopeWith('a time that is a number', '"occurred_at":1763632800', true),
	envelopeWith('a time that is an object', '"occurredAt":{"toString":1}', true),
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
