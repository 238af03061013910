import fc from 'fast-check';
import { TIMESTAMP, headerOf, signedAgain, withHeader } from '../delivery.ts';
import { mutation, type Mutation } from './mutation.ts';

/** Zeros of digits that are none to an HTTP header: Arabic, Devanagari, full width, mathematical. */
const ZEROS = ['\u0660', '\u0966', '\uff10', '\u{1d7ce}'];

/** Seconds around now. Nothing lies near the tolerance of 1200: a busy machine may take its time to send. */
const offset = fc.oneof(
	fc.integer({ min: -1000, max: 1000 }),
	fc.integer({ min: 1400, max: 4_000_000_000 }),
	fc.integer({ min: -1_700_000_000, max: -1400 }),
	fc.constantFrom(-31_536_000, -86_400, -3600, 3600, 86_400),
);

/** Ways to write a moment, of which a plain number of seconds or milliseconds is one. */
const notations: Record<string, (seconds: number) => string> = {
	seconds: (seconds) => String(seconds),
	milliseconds: (seconds) => String(seconds * 1000),
	microseconds: (seconds) => `${seconds}000000`,
	nanoseconds: (seconds) => `${seconds}000000000`,
	minutes: (seconds) => String(Math.floor(seconds / 60)),
	'with zeros in front': (seconds) => String(seconds).padStart(15, '0'),
	'with more zeros in front': (seconds) => String(seconds).padStart(40, '0'),
	'with a plus': (seconds) => `+${seconds}`,
	'with a minus': (seconds) => `-${seconds}`,
	'with a fraction': (seconds) => `${seconds}.5`,
	'with an empty fraction': (seconds) => `${seconds}.`,
	'with an exponent': (seconds) => `${seconds}e0`,
	'as an exponent': (seconds) => `${seconds / 1e9}e9`,
	hexadecimal: (seconds) => `0x${seconds.toString(16)}`,
	octal: (seconds) => `0o${seconds.toString(8)}`,
	'as a big integer': (seconds) => `${seconds}n`,
	'with underscores': (seconds) => String(seconds).replaceAll(/(?<=\d)(?=(\d{3})+$)/g, '_'),
	'with commas': (seconds) => String(seconds).replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ','),
	'with letters behind': (seconds) => `${seconds}abc`,
	'with a blank inside': (seconds) => `${String(seconds).slice(0, 5)} ${String(seconds).slice(5)}`,
	'with blanks around': (seconds) => ` ${seconds}\t`,
	'with a wide blank': (seconds) => `${seconds}\u00a0`,
	'with a new line': (seconds) => `${seconds}\n`,
	'with a NUL': (seconds) => `${seconds}\0`,
	'with a sign of direction': (seconds) => `\u200e${seconds}`,
	'in quotes': (seconds) => `"${seconds}"`,
	twice: (seconds) => `${seconds},${seconds}`,
	'as a date': (seconds) => new Date(seconds * 1000).toISOString(),
	'as a date of HTTP': (seconds) => new Date(seconds * 1000).toUTCString(),
};

const other = fc.oneof(
	fc.constantFrom(
		...['', '0', '-0', '00', '1', 'Infinity', '-Infinity', 'NaN', 'null', 'undefined', 'true'],
		...['1e400', '1e15', '9007199254740993', '99999999999', '100000000000', '[object Object]'],
		...['8640000000000001', '999999999999999', '18446744073709551616', 'now', '$now', '={{ 1 }}'],
	),
	fc.integer({ min: 16, max: 5000 }).map((count) => '9'.repeat(count)),
	fc
		.constantFrom(...ZEROS)
		.chain((zero) =>
			fc
				.integer({ min: 1_700_000_000, max: 1_900_000_000 })
				.map((seconds) =>
					[...String(seconds)]
						.map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
						.join(''),
				),
		),
);

const written = fc.tuple(fc.constantFrom(...Object.keys(notations)), offset);

/** The moment of the delivery's own timestamp, moved and written in one of these ways. */
const writtenTimestamp = (timestamp: string, [notation, seconds]: [string, number]): string => {
	const moved = Math.min(Math.max((Number.parseInt(timestamp, 10) || 0) + seconds, 0), 8.64e12);
	return notations[notation]?.(moved) ?? '';
};

const isSignedToo = fc.boolean().map((signed) => (signed ? 'and sign it' : 'after the signature'));

/** Moments of all ages in all notations, signed by the service or put in after it signed. */
export const timestampMutations: Array<fc.Arbitrary<Mutation>> = [
	mutation(
		'write the timestamp',
		fc.tuple(written, isSignedToo),
		(delivery, [notation, signing]) => {
			const timestamp = writtenTimestamp(headerOf(delivery, TIMESTAMP), notation);
			return signing === 'and sign it'
				? signedAgain(delivery, timestamp)
				: { headers: withHeader(delivery, TIMESTAMP, timestamp) };
		},
	),
	mutation('send as timestamp', fc.tuple(other, isSignedToo), (delivery, [timestamp, signing]) =>
		signing === 'and sign it'
			? signedAgain(delivery, timestamp)
			: { headers: withHeader(delivery, TIMESTAMP, timestamp) },
	),
	// The bytes under the signature stay the same, yet another part of them is the body.
	mutation('move bytes from the body to the timestamp', fc.nat({ max: 4 }), (delivery, nth) => {
		const parts = delivery.body.toString('latin1').split('.');
		const moved = parts.slice(0, nth + 1).join('.');
		const rest = parts.slice(nth + 1).join('.');
		const timestamp = `${headerOf(delivery, TIMESTAMP)}.${Buffer.from(moved, 'latin1').toString()}`;
		return {
			headers: withHeader(delivery, TIMESTAMP, timestamp),
			body: Buffer.from(rest, 'latin1'),
		};
	}),
];
