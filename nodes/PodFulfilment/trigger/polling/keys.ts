import { createHash } from 'node:crypto';

/** IDs of the service are UUIDs (spec section 2). */
const PLAIN_ID = /^[A-Za-z0-9][\w-]{0,35}$/;

/** Every status that the spec names, and any like it. */
const PLAIN_STATUS = /^[A-Za-z][\w-]{0,10}$/;

const HASH_MARK = '~';

/** Short enough for the bound of the state, long enough that no two of an account are the same. */
const hash = (text: string, length: number): string =>
	HASH_MARK + createHash('sha256').update(text).digest('base64url').slice(0, length);

/** An ID as the state holds it: as it is, or hashed where it is long or has characters with a meaning there. */
export const idKey = (id: string): string => (PLAIN_ID.test(id) ? id : hash(id, 22));

/** The ID behind a key; undefined for one that is hashed. */
export const idOfKey = (key: string): string | undefined =>
	key.startsWith(HASH_MARK) ? undefined : key;

/** A status as the state holds it; empty for an object that was read without one. */
export const statusKey = (status: string): string =>
	status === '' || PLAIN_STATUS.test(status) ? status : hash(status, 10);
