import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import {
	SECRET,
	SIGNATURE,
	TIMESTAMP,
	headerOf,
	sign,
	withHeader,
	type Signed,
} from '../delivery.ts';
import { mutation, type Mutation } from './mutation.ts';

const position = fc.nat({ max: 64 });
const digit = fc.constantFrom(...'0123456789abcdef');

/** Makes a mutation of the signature header's value. */
const ofSignature = <Drawn>(
	name: string,
	draws: fc.Arbitrary<Drawn>,
	value: (signature: string, drawn: Drawn) => string,
): fc.Arbitrary<Mutation> =>
	mutation(name, draws, (delivery, drawn) => ({
		headers: withHeader(delivery, SIGNATURE, value(headerOf(delivery, SIGNATURE), drawn)),
	}));

const fullWidth = (text: string): string =>
	text.replaceAll(/[0-9a-f]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

/** What might pass for the signature: other keys, other messages, other algorithms, other ways to write it. */
const forgeries: Record<string, (timestamp: string, body: Buffer) => string> = {
	'with another secret': (timestamp, body) => sign('another', timestamp, body),
	'with an empty secret': (timestamp, body) => sign('', timestamp, body),
	'with the secret and a new line': (timestamp, body) => sign(`${SECRET}\n`, timestamp, body),
	'with the secret in capitals': (timestamp, body) => sign(SECRET.toUpperCase(), timestamp, body),
	'with the secret in hex': (timestamp, body) => sign(Buffer.from(SECRET, 'hex'), timestamp, body),
	'with the secret in base64': (timestamp, body) =>
		sign(Buffer.from(SECRET, 'base64'), timestamp, body),
	'with the header brand': (timestamp, body) => sign('Service', timestamp, body),
	'with undefined': (timestamp, body) => sign('undefined', timestamp, body),
	'of the body alone': (_timestamp, body) =>
		createHmac('sha256', SECRET).update(body).digest('hex'),
	'without the dot': (timestamp, body) =>
		createHmac('sha256', SECRET).update(timestamp).update(body).digest('hex'),
	'with SHA-1': (timestamp, body) =>
		createHmac('sha1', SECRET).update(`${timestamp}.`).update(body).digest('hex'),
	'with SHA-512': (timestamp, body) =>
		createHmac('sha512', SECRET).update(`${timestamp}.`).update(body).digest('hex'),
	'with SHA-512, cut to 64': (timestamp, body) =>
		createHmac('sha512', SECRET).update(`${timestamp}.`).update(body).digest('hex').slice(0, 64),
	'as a plain hash': (timestamp, body) =>
		createHash('sha256').update(`${SECRET}${timestamp}.`).update(body).digest('hex'),
	'with key and message exchanged': (timestamp, body) =>
		createHmac('sha256', `${timestamp}.${body.toString('latin1')}`)
			.update(SECRET)
			.digest('hex'),
};

/** Other deliveries that the service signed, whose signature someone may have kept. */
const otherDeliveries: Record<string, (signed: Signed) => { timestamp: string; body: Buffer }> = {
	'the second before': ({ timestamp, body }) => ({
		timestamp: String(Number.parseInt(timestamp, 10) - 1),
		body,
	}),
	'an empty body': ({ timestamp }) => ({ timestamp, body: Buffer.alloc(0) }),
	'an object as a text': ({ timestamp }) => ({ timestamp, body: Buffer.from('[object Object]') }),
	'an empty object': ({ timestamp }) => ({ timestamp, body: Buffer.from('{}') }),
};

export const signatureMutations: Array<fc.Arbitrary<Mutation>> = [
	ofSignature('put a digit', fc.tuple(position, digit), (signature, [index, put]) =>
		`${signature.slice(0, index)}${put}${signature.slice(index + 1)}`.slice(0, 64),
	),
	ofSignature(
		'insert into the signature',
		fc.tuple(position, fc.constantFrom('0', 'a', 'g', ' ', '-', ':', '.', '\t', 'é', '\0', '\n')),
		(signature, [index, put]) => `${signature.slice(0, index)}${put}${signature.slice(index)}`,
	),
	ofSignature(
		'drop digits',
		fc.tuple(position, fc.integer({ min: 1, max: 64 })),
		(signature, [index, count]) => `${signature.slice(0, index)}${signature.slice(index + count)}`,
	),
	ofSignature('keep the first digits', fc.nat({ max: 63 }), (signature, count) =>
		signature.slice(0, count),
	),
	ofSignature(
		'write some digits in capitals',
		fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((mask) => mask.toString(2).padStart(64, '0')),
		(signature, mask) =>
			[...signature]
				.map((letter, index) => (mask[index] === '1' ? letter.toUpperCase() : letter))
				.join(''),
	),
	ofSignature(
		'put around the signature',
		fc.constantFrom<[string, string]>(
			['sha256=', ''],
			['0x', ''],
			['v1=', ''],
			['t=1,v1=', ''],
			['"', '"'],
			['{', '}'],
			['', ','],
			['', ';'],
			['', '\0'],
			['', '\r\n'],
			['  ', '\t'],
			['\u00a0', ''],
			['\u200b', ''],
			['00', ''],
			['', '00'],
		),
		(signature, [head, tail]) => `${head}${signature}${tail}`,
	),
	ofSignature(
		'write the signature as',
		fc.constantFrom('base64', 'base64url', 'latin1', 'hex of its digits', 'full width', 'turned'),
		(signature, way) => {
			const bytes = Buffer.from(signature, 'hex');
			if (way === 'full width') return fullWidth(signature);
			if (way === 'turned') return [...signature].reverse().join('');
			if (way === 'hex of its digits') return Buffer.from(signature).toString('hex');
			return bytes.toString(way as BufferEncoding);
		},
	),
	ofSignature(
		'send as signature',
		fc.constantFrom(
			...['', ' ', '0', 'null', 'undefined', 'true', 'NaN', '[object Object]', '[]', '{}', '*'],
			...['0', 'f', 'z', ' ', '%00', '🎽'].map((letter) => letter.repeat(64)),
			'a'.repeat(5000),
		),
		(_signature, value) => value,
	),
	ofSignature('send twice over', fc.constantFrom('', ',', ', ', ' ', ';'), (signature, between) =>
		[signature, signature].join(between),
	),
	ofSignature('send random hex', fc.uint8Array({ minLength: 32, maxLength: 32 }), (_old, bytes) =>
		Buffer.from(bytes).toString('hex'),
	),
	mutation('sign', fc.constantFrom(...Object.keys(forgeries)), (delivery, name) => ({
		headers: withHeader(
			delivery,
			SIGNATURE,
			forgeries[name]?.(headerOf(delivery, TIMESTAMP), delivery.body) ?? '',
		),
	})),
	mutation(
		'carry the signature of',
		fc.constantFrom(...Object.keys(otherDeliveries)),
		({ headers, signed, isEvent }, name) => {
			const { timestamp, body } = otherDeliveries[name]?.(signed) ?? signed;
			const signature = sign(SECRET, timestamp, body);
			return {
				headers: withHeader({ headers }, SIGNATURE, signature),
				signed: { timestamp, body, signature },
				isEvent: isEvent && body === signed.body,
			};
		},
	),
];
