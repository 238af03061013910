import fc from 'fast-check';
import type { Delivery } from '../delivery.ts';
import { mutation, change, type Mutation } from './mutation.ts';

/** A place in the body, as a share of its length: bodies have all kinds of lengths. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (bytes: Buffer, share: number): number =>
	Math.min(bytes.length - 1, Math.floor(share * bytes.length));

const few = fc.uint8Array({ minLength: 1, maxLength: 8 });
const length = fc.integer({ min: 1, max: 40 });

/** Makes a mutation of the body's bytes after they were signed. */
const ofBody = <Drawn>(
	name: string,
	draws: fc.Arbitrary<Drawn>,
	bytes: (body: Buffer, drawn: Drawn) => Buffer,
): fc.Arbitrary<Mutation> =>
	mutation(name, draws, ({ body }, drawn) => ({ body: bytes(body, drawn) }));

const ofText = (name: string, text: (body: string) => string): fc.Arbitrary<Mutation> =>
	change(name, ({ body }: Delivery) => ({ body: Buffer.from(text(body.toString())) }));

/** The text as JSON laid out anew, where it is JSON. */
const laidOut = (text: string, indent: number): string => {
	try {
		return JSON.stringify(JSON.parse(text), null, indent);
	} catch {
		return `${text} `;
	}
};

const changed = (body: Buffer, share: number, byte: (old: number) => number): Buffer => {
	const copy = Buffer.from(body);
	if (copy.length > 0) copy[at(copy, share)] = byte(copy[at(copy, share)] ?? 0);
	return copy;
};

/** Bytes flipped, inserted, dropped, repeated and moved, and the same JSON in other bytes. */
export const byteMutations: Array<fc.Arbitrary<Mutation>> = [
	ofBody('flip a bit', fc.tuple(place, fc.nat({ max: 7 })), (body, [share, bit]) =>
		changed(body, share, (byte) => byte ^ (1 << bit)),
	),
	ofBody('replace a byte', fc.tuple(place, fc.nat({ max: 255 })), (body, [share, value]) =>
		changed(body, share, () => value),
	),
	ofBody('insert bytes', fc.tuple(place, few), (body, [share, bytes]) => {
		const position = Math.floor(share * body.length);
		return Buffer.concat([body.subarray(0, position), bytes, body.subarray(position)]);
	}),
	ofBody('drop bytes', fc.tuple(place, length), (body, [share, count]) => {
		const position = Math.floor(share * body.length);
		return Buffer.concat([body.subarray(0, position), body.subarray(position + count)]);
	}),
	ofBody('repeat bytes', fc.tuple(place, length), (body, [share, count]) => {
		const end = Math.floor(share * body.length) + count;
		return Buffer.concat([body.subarray(0, end), body.subarray(Math.max(0, end - count))]);
	}),
	ofBody('swap two bytes', fc.tuple(place, place), (body, [left, right]) => {
		const [first, second] = [body[at(body, left)] ?? 0, body[at(body, right)] ?? 0];
		return changed(
			changed(body, left, () => second),
			right,
			() => first,
		);
	}),
	ofBody('cut off', place, (body, share) => body.subarray(0, Math.floor(share * body.length))),
	ofBody(
		'append',
		fc.constantFrom('\n', '\r\n', ' ', '\0', '}', ']', '\uFEFF', '\u200b', 'null', ',{}'),
		(body, tail) => Buffer.concat([body, Buffer.from(tail)]),
	),
	ofBody('prepend', fc.constantFrom('\uFEFF', ' ', '\n', '\0', ")]}',\n", '['), (body, head) =>
		Buffer.concat([Buffer.from(head), body]),
	),
	ofBody('send it twice in one body', fc.constant(''), (body) => Buffer.concat([body, body])),
	ofBody('turn around', fc.constant(''), (body) => Buffer.from(body).reverse()),
	ofBody('send nothing', fc.constant(''), () => Buffer.alloc(0)),
	ofBody('write as', fc.constantFrom('utf16le', 'latin1', 'hex', 'base64'), (body, encoding) =>
		encoding === 'utf16le' || encoding === 'latin1'
			? Buffer.from(body.toString('utf8'), encoding)
			: Buffer.from(body.toString(encoding as 'hex' | 'base64')),
	),
	ofText('lay the JSON out', (text) => laidOut(text, 2)),
	ofText('close the JSON up', (text) => laidOut(text, 0)),
	ofText('write a letter as an escape', (text) => text.replace('t', '\\u0074')),
	ofText('write in capitals', (text) => text.toUpperCase()),
	ofText('end lines as Windows does', (text) => text.replaceAll(/\n|(?<=,)/g, '\r\n')),
	ofText('name another status', (text) => text.replace(/"status":"\w+"/, '"status":"canceled"')),
	ofText('name another order', (text) => text.replace(/"id":"[^"]*"/, '"id":"another"')),
	ofText('count another retry', (text) => text.replace(/"retries":\d/, '"retries":9')),
	ofText('give a key twice', (text) => text.replace('{', '{"type":"order.created",')),
	ofText('add a prototype', (text) => text.replace('{', '{"__proto__":{"polluted":true},')),
	ofText('add a constructor', (text) =>
		text.replace('{', '{"constructor":{"prototype":{"polluted":true}},'),
	),
];
