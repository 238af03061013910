// Reads the beginning of a print file, once for each address in a run: at most 256 kB, from wherever it is
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

/** The size of a picture is in it, also behind long profiles and previews. */
const MAX_BYTES = 256 * 1024;

/** For one request with its redirects. */
const TIMEOUT_MS = 20_000;

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

const read = (content: Uint8Array): FileReading => ({
	outcome: 'read',
	header: fileHeaderOf(content),
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
 * Reads the beginning of a file as a range; without one where the server answers with another, or with what cannot be
 * decompressed.
 *
 * @throws the error of n8n's helper, or of the connection
 */
async function readBeginning(
	client: ApiClient,
	address: string,
	asRange = true,
): Promise<FileReading> {
	const { settings } = client;
	client.run.throwIfAborted();
	const endsAtMs = Date.now() + Math.min(settings.timeout ?? TIMEOUT_MS, TIMEOUT_MS);
	const headers = {
		accept: '*/*',
		// A range of what is compressed cannot be decompressed.
		'accept-encoding': 'identity',
		...(asRange && { range: `bytes=0-${MAX_BYTES - 1}` }),
	};
	const request = { service: client.address, settings, headers, endsAtMs };
	const response = await requestFile(client.caller, address, request);
	if (response instanceof FileRefusal) return { outcome: 'notAsked', reason: response.reason };
	const withoutRange = async (): Promise<FileReading> =>
		asRange
			? await readBeginning(client, address, false)
			: { outcome: 'read', header: { kind: 'unknown' } };
	const { statusCode, body } = response;
	const { first, total } = contentRange(response);
	const isRange = statusCode === 206;
	if (isRange ? first !== 0 : statusCode === 416) {
		discardBody(body);
		return total === 0 ? read(Buffer.alloc(0)) : await withoutRange();
	}
	if (!isSuccess(statusCode)) {
		discardBody(body);
		return statusReading(response);
	}
	const bytes = await readBytes(body, endsAtMs - Date.now(), MAX_BYTES, true).catch(
		async (error: unknown) =>
			isRange && isCompressed(error) ? undefined : await Promise.reject<undefined>(error),
	);
	return bytes ? read(bytes) : await withoutRange();
}

async function readOnce(client: ApiClient, address: string): Promise<FileReading> {
	try {
		return await readBeginning(client, address);
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
