// Keys, hashes and seconds in the state.

import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { millisecondsOf } from '../../../input/timestamp';
import { idOrStatusText } from '../../changeId';

// Values of the service in the form in which the state holds them: short, and of a known form.

export const DAY_SECONDS = 24 * 3600;

/** IDs of the service are UUIDs (spec section 2). */
const PLAIN_ID = /^[A-Za-z0-9][\w-]{0,35}$/;

/** Every status that the spec names, and any like it. */
const PLAIN_STATUS = /^[A-Za-z][\w-]{0,10}$/;

const HASH_PREFIX = '~';

/** Short enough for the size limit of the state, long enough that no two values of an account collide. */
const hash = (text: string, length: number): string =>
	HASH_PREFIX + createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Key of an ID: the ID itself, or its hash where it is long or contains special characters. */
export const idKey = (id: string): string => (PLAIN_ID.test(id) ? id : hash(id, 22));

export const keyOf = ({ id }: IDataObject): string => idKey(idOrStatusText(id));

/** The ID of a key; undefined where the key is a hash. */
export const idOfKey = (key: string): string | undefined =>
	key.startsWith(HASH_PREFIX) ? undefined : key;

/** Key of a status, like {@link idKey}; empty for an object without a status. */
export const statusKey = (value: unknown): string => {
	const status = idOrStatusText(value);
	return status === '' || PLAIN_STATUS.test(status) ? status : hash(status, 10);
};

/** Milliseconds since 1970 of a timestamp of the service; undefined where it is not a time. 0 says that there is none. */
export function timeMsOf(value: unknown): number | undefined {
	const time = millisecondsOf(value);
	return time === undefined || time <= 0 ? undefined : time;
}

/** The same in whole seconds. */
export function secondsOf(value: unknown): number | undefined {
	const time = timeMsOf(value);
	return time === undefined ? undefined : Math.floor(time / 1000);
}

/** The later of two times that may be unknown. */
export const latest = (a: number | undefined, b: number | undefined): number | undefined =>
	a === undefined || (b !== undefined && b > a) ? b : a;
