import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { replaceHeader, withHeader, type Delivery, type HeaderLine } from '../delivery.ts';
import { mutation, type Mutation } from './mutation.ts';

const half = (body: Buffer): [Buffer, Buffer] => {
	const middle = Math.floor(body.length / 2);
	return [body.subarray(0, middle), body.subarray(middle)];
};

/** Ways to put a body into fewer bytes, good ones and broken ones. */
const compressions: Record<string, (body: Buffer) => Buffer> = {
	gzip: (body) => gzipSync(body),
	'gzip without compression': (body) => gzipSync(body, { level: 0 }),
	'gzip in two members': (body) => Buffer.concat(half(body).map((part) => gzipSync(part))),
	'gzip of gzip': (body) => gzipSync(gzipSync(body)),
	'gzip, cut off': (body) => gzipSync(body).subarray(0, -12),
	'gzip with bytes behind': (body) => Buffer.concat([gzipSync(body), Buffer.from('more')]),
	'gzip with a wrong checksum': (body) => {
		const bytes = gzipSync(body);
		return Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(8, 7)]);
	},
	'gzip header alone': (body) => gzipSync(body).subarray(0, 10),
	deflate: (body) => deflateSync(body),
	'raw deflate': (body) => deflateRawSync(body),
	'deflate, cut off': (body) => deflateSync(body).subarray(0, -3),
	'deflate with bytes behind': (body) => Buffer.concat([deflateSync(body), Buffer.from('more')]),
	brotli: (body) => brotliCompressSync(body),
	'no compression': (body) => body,
};

const encodings = [
	'gzip',
	'deflate',
	'br',
	'zstd',
	'compress',
	'identity',
	'x-gzip',
	'GZIP',
	'gzip, gzip',
	'deflate, gzip',
	'gzip;q=1',
	'',
	'__proto__',
];

const charsets = [
	...['utf-8', 'UTF8', '"utf-8"', 'utf-16', 'utf-16le', 'ucs2', 'latin1', 'iso-8859-1', 'ascii'],
	...['hex', 'base64', 'binary', 'unknown', '', '__proto__', 'utf-8;charset=utf-16le', '%00', '"'],
];

/**
 * No type of XML among them: n8n parses it for every webhook before it asks the node, with one parser for all requests,
 * and now and then leaves a body that is no XML without an answer.
 */
const contentTypes = [
	...['', 'application/json ', 'APPLICATION/JSON', 'application/json;', ';', 'application'],
	...['application/ld+json', 'application/json, text/plain', 'application/problem+json'],
	...['text/plain', 'text/html', 'text/plain;charset=unknown', 'application/octet-stream'],
	'application/x-www-form-urlencoded',
	...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'],
	...['multipart/mixed; boundary=x', 'multipart/', 'image/png', 'x'.repeat(3000), '__proto__'],
];

const BOUNDARY = 'part';

/** The body as a field of a form, under this name. */
const inForm = (body: Buffer, field: string, end: string): Buffer =>
	Buffer.concat([
		Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n`),
		body,
		Buffer.from(`\r\n--${BOUNDARY}${end}`),
	]);

const typed = (delivery: Delivery, ...types: string[]) => ({
	headers: replaceHeader(
		delivery,
		'Content-Type',
		...types.map((type): HeaderLine => ['Content-Type', type]),
	),
});

/** Content encodings, content types, character sets and forms, all put on after the body was signed. */
export const encodingMutations: Array<fc.Arbitrary<Mutation>> = [
	mutation(
		'compress',
		fc.constantFrom(
			...Object.keys(compressions).map((way) => [way, way.split(/\W/)[0] ?? ''] as const),
		),
		(delivery, [way, encoding]) => ({
			body: compressions[way]?.(delivery.body) ?? delivery.body,
			headers: withHeader(delivery, 'Content-Encoding', encoding),
		}),
	),
	mutation(
		'compress as, and call it',
		fc.tuple(fc.constantFrom(...Object.keys(compressions)), fc.constantFrom(...encodings)),
		(delivery, [way, encoding]) => ({
			body: compressions[way]?.(delivery.body) ?? delivery.body,
			headers: withHeader(delivery, 'Content-Encoding', encoding),
		}),
	),
	mutation(
		'name the content encodings',
		fc.array(fc.constantFrom(...encodings), { minLength: 1, maxLength: 3 }),
		(delivery, values) => ({
			headers: replaceHeader(
				delivery,
				'Content-Encoding',
				...values.map((value): HeaderLine => ['Content-Encoding', value]),
			),
		}),
	),
	mutation('send no content type', fc.constant(''), (delivery) => typed(delivery)),
	mutation('name the content type', fc.constantFrom(...contentTypes), (delivery, type) =>
		typed(delivery, type),
	),
	mutation(
		'name the content type twice',
		fc.tuple(fc.constantFrom(...contentTypes), fc.constantFrom(...contentTypes)),
		(delivery, types) => typed(delivery, ...types),
	),
	mutation(
		'name the character set',
		fc.tuple(
			fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded'),
			fc.constantFrom(...charsets),
		),
		(delivery, [type, charset]) => typed(delivery, `${type}; charset=${charset}`),
	),
	mutation(
		'send in a form',
		fc.tuple(
			fc.constantFrom('body', '__proto__', 'constructor', 'rawBody', ''),
			fc.constantFrom('--\r\n', '--', '', '\r\n'),
		),
		(delivery, [field, end]) => ({
			...typed(delivery, `multipart/form-data; boundary=${BOUNDARY}`),
			body: inForm(delivery.body, field, end),
		}),
	),
	mutation(
		'send as a form of the web',
		fc.constantFrom('body', '__proto__[x]', 'a[]'),
		(delivery, field) => ({
			...typed(delivery, 'application/x-www-form-urlencoded'),
			body: Buffer.from(`${field}=${encodeURIComponent(delivery.body.toString('latin1'))}`),
		}),
	),
];
