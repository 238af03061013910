import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
	MAX_RESPONSE_BYTES,
	parseBody,
	readText,
} from '../../../nodes/PodFulfilment/transport/responseBody.ts';

const TIMEOUT_MS = 60_000;

beforeEach(() => {
	vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(async () => {
	// All bodies share one timer, which would never fire on a clock that is gone.
	await vi.runAllTimersAsync();
	vi.useRealTimers();
});

/** A stream on which nothing happens but what the test emits. */
const silentStream = () => Object.assign(new EventEmitter(), { destroy: vi.fn() });

describe('The text of a body', () => {
	it.each([
		['nothing', undefined, ''],
		['null', null, ''],
		['a text', '{"id":"o1"}', '{"id":"o1"}'],
	])('the text is read without a stream from %s', async (_, body, expected) => {
		expect(await readText(body, TIMEOUT_MS)).toBe(expected);
	});

	it('the text is joined from all chunks, even when a character is split', async () => {
		const stream = new PassThrough();
		const reading = readText(stream, TIMEOUT_MS);
		const bytes = Buffer.from('{"name":"Größe"}');
		for (const byte of bytes) stream.write(Buffer.of(byte));
		stream.end();
		expect(await reading).toBe('{"name":"Größe"}');
	});

	it.each([
		[
			'the connection is closed early',
			(stream: EventEmitter) => stream.emit('close'),
			'ERR_STREAM_PREMATURE_CLOSE',
		],
		[
			'the connection fails',
			(stream: EventEmitter) =>
				stream.emit('error', Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
			'ECONNRESET',
		],
	])('the text is not returned when %s', async (_, end, code) => {
		const stream = silentStream();
		const reading = readText(stream, TIMEOUT_MS);
		stream.emit('data', Buffer.from('{'));
		end(stream);
		await expect(reading).rejects.toMatchObject({ code });
	});

	it('a body is given up after the timeout, and the connection closed', async () => {
		const stream = silentStream();
		const reading = expect(readText(stream, TIMEOUT_MS)).rejects.toMatchObject({
			code: 'ETIMEDOUT',
			message: 'ETIMEDOUT',
		});
		await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 250);
		expect(stream.destroy).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(500);
		await reading;
		expect(stream.destroy).toHaveBeenCalledTimes(1);
	});

	it.each([
		['end', undefined],
		['error', new Error('reset')],
		['close', undefined],
	])('the timeout ends with the event %s', async (event, argument) => {
		const stream = silentStream();
		const settled = readText(stream, TIMEOUT_MS).catch(() => undefined);
		stream.emit(event, argument);
		await settled;
		await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
		expect(stream.destroy).not.toHaveBeenCalled();
	});

	it('the timeouts of several bodies are kept apart', async () => {
		const streams = [silentStream(), silentStream(), silentStream()];
		const readings = streams.map(async (stream, index) =>
			readText(stream, 1000 * (index + 1)).catch(({ code }: { code: string }) => code),
		);
		await vi.advanceTimersByTimeAsync(1250);
		expect(streams.map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0, 0]);
		streams[1]?.emit('end');
		await vi.advanceTimersByTimeAsync(2000);
		expect(await Promise.all(readings)).toEqual(['ETIMEDOUT', '', 'ETIMEDOUT']);
	});

	it('no timer runs while no body is read', async () => {
		const stream = silentStream();
		const reading = readText(stream, TIMEOUT_MS);
		expect(vi.getTimerCount()).toBe(1);
		stream.emit('end');
		await reading;
		await vi.advanceTimersByTimeAsync(250);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('one timer serves all bodies, however many there are', async () => {
		const streams = Array.from({ length: 20 }, silentStream);
		const readings = streams.map(async (stream) => readText(stream, TIMEOUT_MS));
		expect(vi.getTimerCount()).toBe(1);
		for (const stream of streams) stream.emit('end');
		await Promise.all(readings);
		await vi.advanceTimersByTimeAsync(250);
	});
});

describe('A body of the largest size', () => {
	const CHUNK = Buffer.alloc(MAX_RESPONSE_BYTES / 8, ' ');
	/** Sends the largest size and so many bytes more. */
	const read = async (more: number) => {
		const stream = silentStream();
		const reading = readText(stream, TIMEOUT_MS);
		for (let index = 0; index < 8; index += 1) stream.emit('data', CHUNK);
		if (more > 0) stream.emit('data', Buffer.alloc(more));
		const isClosed = stream.destroy.mock.calls.length > 0;
		stream.emit(isClosed ? 'close' : 'end');
		return { text: await reading, isClosed };
	};

	it('the largest size is 4 MB', () => {
		expect(MAX_RESPONSE_BYTES).toBe(4 * 2 ** 20);
	});

	it('a body of the largest size is read', async () => {
		const { text, isClosed } = await read(0);
		expect(text?.length).toBe(MAX_RESPONSE_BYTES);
		expect(isClosed).toBe(false);
	});

	it.each([
		['quotation marks', '"'],
		['lists', '['],
		['objects', '{'],
	])('a body with more %s than 2,500 items of orders have is not read', async (_, mark) => {
		const least = mark.repeat(300_000);
		expect(await readText(least, 1_000)).toBe(least);
		expect(await readText(`${least}${mark}`, 1_000)).toBeUndefined();
		expect(await readText('x'.repeat(4 * 1024 * 1024), 1_000)).toHaveLength(4 * 1024 * 1024);
	});

	it('a body with one byte more is not read, and the connection closed', async () => {
		expect(await read(1)).toEqual({ text: undefined, isClosed: true });
	});
});

describe('The JSON of a body', () => {
	it.each(['', ' \n', '\uFEFF', '\uFEFF '])('the JSON is undefined for %j', async (text) => {
		expect(await parseBody(text)).toBeUndefined();
	});

	it.each([
		['{"id":"o1"}', { id: 'o1' }],
		['\uFEFF{"id":"o1"}', { id: 'o1' }],
		['null', null],
		['{"id":"\uFEFFo1"}', { id: '\uFEFFo1' }],
	])('the JSON of %j is parsed', async (text, expected) => {
		expect(await parseBody(text)).toEqual(expected);
	});

	it.each([
		['[1.5,{"constructor":1}]', [1.5, {}]],
		['[1,2,[3,4,[{"a":[5,{"toString":1,"b":6}]}]]]', [1, 2, [3, 4, [{ a: [5, { b: 6 }] }]]]],
		['[[1.5],[null,"a",{"valueOf":1}],2]', [[1.5], [null, 'a', {}], 2]],
	])(
		'the JSON of %j has no inherited keys, whatever comes before them in an array',
		async (text, expected) => {
			expect(await parseBody(text)).toEqual(expected);
		},
	);

	it.each(['OK', '{"id":', '\uFEFF\uFEFF{}'])('the JSON is refused for %j', async (text) => {
		await expect(parseBody(text)).rejects.toThrow(SyntaxError);
	});
});
