import fc from 'fast-check';
import {
	SIGNATURE,
	TIMESTAMP,
	headerOf,
	replaceHeader,
	type Delivery,
	type HeaderLine,
} from '../delivery.ts';
import { mutation, type Mutation } from './mutation.ts';

const name = fc.constantFrom(SIGNATURE, TIMESTAMP);

/** Names under which someone might look for the header; only another case is the same name. */
const names: Record<string, (name: string) => string> = {
	'in lower case': (old) => old.toLowerCase(),
	'in capitals': (old) => old.toUpperCase(),
	'in mixed case': (old) =>
		old.replaceAll(/.(.)?/g, (pair) => pair[0]?.toUpperCase() + (pair[1] ?? '')),
	'with underscores': (old) => old.replaceAll('-', '_'),
	'without X': (old) => old.slice(2),
	'without the brand': (old) => old.replace('Service-', ''),
	'of another brand': (old) => old.replace('Service', 'SVC'),
	'with a longer brand': (old) => old.replace('Service', 'Services'),
	'with a letter more': (old) => `${old}s`,
	'with a hyphen more': (old) => `${old}-`,
	'as it was forwarded': (old) => `X-Forwarded-${old}`,
};

/** How often and with what else a header comes. */
const repeats: Record<string, (name: string, value: string) => HeaderLine[]> = {
	'not at all': () => [],
	twice: (header, value) => [
		[header, value],
		[header, value],
	],
	'twice, in another case': (header, value) => [
		[header, value],
		[header.toLowerCase(), value],
	],
	'with an empty one before': (header, value) => [
		[header, ''],
		[header, value],
	],
	'with an empty one behind': (header, value) => [
		[header, value],
		[header, ''],
	],
	'with a wrong one before': (header, value) => [
		[header, '0'.repeat(value.length)],
		[header, value],
	],
	'with a wrong one behind': (header, value) => [
		[header, value],
		[header, '0'.repeat(value.length)],
	],
	'eight times': (header, value) => Array.from({ length: 8 }, (): HeaderLine => [header, value]),
};

/** Headers that mean something to a server or to JavaScript. */
const noise: HeaderLine[] = [
	['__proto__', '{"polluted":true}'],
	['constructor', 'polluted'],
	['toString', 'polluted'],
	['hasOwnProperty', 'polluted'],
	['X-Account-Id', 'another'],
	['X-Forwarded-For', '127.0.0.1'],
	['X-Forwarded-Host', 'service.example'],
	['X-HTTP-Method-Override', 'GET'],
	['X-Original-URL', '/rest/settings'],
	['Authorization', 'Bearer sandbox-demo-key'],
	['Cookie', 'n8n-auth=x; __proto__=y'],
	['Origin', 'https://shop.example'],
	['Accept-Encoding', 'gzip, br'],
	['Accept', 'text/html'],
	['Range', 'bytes=0-1'],
	['If-None-Match', '*'],
	['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
	['Content-Disposition', "attachment; filename*=x''%00%FF"],
	['Content-Disposition', 'inline; filename="__proto__"'],
	['X-Long', 'x'.repeat(6000)],
	['X-Text', 'Größe 🎽'],
];

const without = (delivery: Delivery, header: string, lines: HeaderLine[]) => ({
	headers: replaceHeader(delivery, header, ...lines),
});

export const headerMutations: Array<fc.Arbitrary<Mutation>> = [
	mutation(
		'name the header',
		fc.tuple(name, fc.constantFrom(...Object.keys(names))),
		(delivery, [header, way]) =>
			without(delivery, header, [[names[way]?.(header) ?? '', headerOf(delivery, header)]]),
	),
	mutation(
		'send the header',
		fc.tuple(name, fc.constantFrom(...Object.keys(repeats))),
		(delivery, [header, way]) =>
			without(delivery, header, repeats[way]?.(header, headerOf(delivery, header)) ?? []),
	),
	mutation('exchange the two headers', fc.constant(''), (delivery) => ({
		headers: delivery.headers.map(([header, value]): HeaderLine => {
			if (header === SIGNATURE) return [TIMESTAMP, value];
			return header === TIMESTAMP ? [SIGNATURE, value] : [header, value];
		}),
	})),
	mutation(
		'add headers',
		fc.uniqueArray(fc.constantFrom(...noise), { minLength: 1, maxLength: 3 }),
		(delivery, lines) => ({ headers: [...lines, ...delivery.headers] }),
	),
	mutation('shuffle the headers', fc.nat(), ({ headers }, by) => {
		const turn = by % headers.length;
		return { headers: [...headers.slice(turn), ...headers.slice(0, turn)].reverse() };
	}),
	mutation('send in chunks', fc.constant(''), () => ({ chunked: true })),
];
