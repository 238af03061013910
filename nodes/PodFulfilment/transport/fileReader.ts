// Reads the beginning of a print file, once for each address in a run: at most three ranges and 256 kB, from wherever it is
// (see foreignFile.ts). What a repetition may mend is asked again within Max Waiting Time.

import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isObject } from '../input/objects';
import { trimmed } from '../input/text';
import type { ApiClient } from './client';
import { connectionFailure, isBlockedByN8n } from './errors/connectionErrors';
import { fileHeaderOf, type FileHeader } from './fileHeader';
import { FileRefusal, requestFile } from './foreignFile';
import { Semaphore } from './limits/semaphore';
import { discardBody, isSuccess, readBytes } from './responseBody';
import { backoffDelay, MAX_ATTEMPTS, parseRetryAfter } from './retryPolicy';
import { sharedInRun } from './run';

/** Ends of the ranges. The first has the size of nearly every picture; long profiles and previews may come before it. */
const RANGE_ENDS = [16, 64, 256].map((kilobytes) => kilobytes * 1024);
const MAX_BYTES = 256 * 1024;

/** For one range with its redirects. */
const RANGE_TIMEOUT_MS = 20_000;

/** Files that are read at once in a run. */
const CONCURRENT_READINGS = 5;

/** What came of reading a file. */
type FileReading =
	| { outcome: 'read'; header: FileHeader }
	/** Its server answered, and not with the file. A reason is for a sentence that ends with it, here and below. */
	| { outcome: 'refused'; status: number; reason: string }
	/** No request was sent: the address is none that n8n asks; or n8n's own protection of internal addresses kept it back. */
	| { outcome: 'notAsked' | 'blocked'; reason: string }
	/** No answer, or one that may be another one later. */
	| { outcome: 'unreachable'; reason: string; retryAfterMs?: number };

const read = (content: Uint8Array, isWhole: boolean): FileReading => ({
	outcome: 'read',
	header: fileHeaderOf(content, isWhole),
});

/** An answer in place of the file. */
function statusReading({ statusCode: status, headers }: IN8nHttpFullResponse): FileReading {
	const reason = `its server answered with status ${status}`;
	if (status !== 429 && status !== 408 && status < 500) {
		return { outcome: 'refused', status, reason };
	}
	const retryAfterMs = parseRetryAfter(trimmed(headers['retry-after']), Date.now());
	return { outcome: 'unreachable', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** The first byte of a range that was answered, and the length of the file as far as it is known (RFC 9110, 14.4). */
function contentRange({ headers }: IN8nHttpFullResponse): { first?: number; total?: number } {
	const [, first, total] =
		/^bytes (\d{1,15}|\*)(?:-\d{1,15})?\/(\d{1,15}|\*)$/.exec(trimmed(headers['content-range'])) ??
		[];
	return {
		...(first !== undefined && first !== '*' && { first: Number(first) }),
		...(total !== undefined && total !== '*' && { total: Number(total) }),
	};
}

/** Whether bytes could not be decompressed: those of a range are a part of what was compressed. */
const isCompressed = (error: unknown): boolean =>
	isObject(error) && /^(?:Z_|ERR_.*ZLIB|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(trimmed(error.code));

/**
 * Reads a file by ranges; from a server that has none, its beginning.
 *
 * @throws the error of n8n's helper, or of the connection
 */
async function readRanges(client: ApiClient, address: string): Promise<FileReading> {
	let content: Buffer = Buffer.alloc(0);
	let hasRanges = true;

	/** Asks for all of it next, where the first range was of no use; what was read before a later one has no size. */
	const withoutRanges = (): FileReading | undefined => {
		if (content.length > 0) return read(content, true);
		if (!hasRanges) return { outcome: 'read', header: { kind: 'unknown' } };
		hasRanges = false;
		return undefined;
	};

	/** Reads on, up to an end. Undefined where that is not enough. */
	const readUpTo = async (end: number): Promise<FileReading | undefined> => {
		const { settings } = client;
		client.run.throwIfAborted();
		const endsAtMs = Date.now() + Math.min(settings.timeout ?? RANGE_TIMEOUT_MS, RANGE_TIMEOUT_MS);
		const headers = {
			accept: '*/*',
			// A range of what is compressed cannot be decompressed.
			'accept-encoding': 'identity',
			...(hasRanges && { range: `bytes=${content.length}-${end - 1}` }),
		};
		const request = { service: client.address, settings, headers, endsAtMs };
		const response = await requestFile(client.caller, address, request);
		if (response instanceof FileRefusal) return { outcome: 'notAsked', reason: response.reason };
		const { statusCode, body } = response;
		const { first, total } = contentRange(response);
		const isRange = statusCode === 206;
		const isOther = isRange ? first !== content.length : statusCode === 416;
		if (isOther) {
			discardBody(body);
			return total === 0 ? read(Buffer.alloc(0), true) : withoutRanges();
		}
		if (!isSuccess(statusCode)) {
			discardBody(body);
			return content.length > 0 ? read(content, true) : statusReading(response);
		}
		const maxBytes = isRange ? end - content.length : MAX_BYTES;
		const bytes = await readBytes(body, endsAtMs - Date.now(), maxBytes, true).catch(
			async (error: unknown) =>
				isRange && isCompressed(error) ? undefined : await Promise.reject<undefined>(error),
		);
		if (!bytes) return withoutRanges();
		if (!isRange) return read(bytes, true);
		content = Buffer.concat([content, bytes]);
		const isWhole = content.length < end || content.length === total;
		const header = fileHeaderOf(content, isWhole);
		return header.needsMore ? undefined : { outcome: 'read', header };
	};

	for (const end of RANGE_ENDS) {
		const reading = await readUpTo(end);
		if (reading) return reading;
	}
	return read(content, true);
}

async function readOnce(client: ApiClient, address: string): Promise<FileReading> {
	try {
		return await readRanges(client, address);
	} catch (error) {
		client.run.throwIfAborted();
		const outcome = isBlockedByN8n(error) ? 'blocked' : 'unreachable';
		return { outcome, reason: connectionFailure(error) };
	}
}

async function readWithRetry(client: ApiClient, address: string): Promise<FileReading> {
	for (let attempt = 1; ; attempt += 1) {
		const startedAtMs = Date.now();
		const reading = await readOnce(client, address);
		if (reading.outcome !== 'unreachable' || attempt >= MAX_ATTEMPTS.default) return reading;
		const delayMs = Math.max(backoffDelay(attempt, Math.random()), reading.retryAfterMs ?? 0);
		if (!(await client.pause(delayMs, Date.now() - startedAtMs))) return reading;
	}
}

const readingsOfRun = sharedInRun(() => ({
	semaphore: new Semaphore(CONCURRENT_READINGS),
	/** By address. */
	readings: new Map<string, Promise<FileReading>>(),
}));

/**
 * Reads what the beginning of a print file says, once in a run however many orders have it.
 *
 * @param address a web address that was checked
 * @throws RunAborted when the run is aborted
 */
export async function readFile(client: ApiClient, address: string): Promise<FileReading> {
	const { semaphore, readings } = readingsOfRun(client);
	const reading =
		readings.get(address) ?? semaphore.run(async () => await readWithRetry(client, address));
	readings.set(address, reading);
	return await reading;
}
