import { createHash, randomUUID } from 'node:crypto';

/** A new identifier in the shape of a UUID. */
export const newIdentifier = (): string => randomUUID();

/**
 * The identifier that belongs to `name`: the same in every run, so that seeded data keeps its
 * identifiers over restarts. UUID-shaped (version 5: the hash of a name).
 */
export function identifierOf(name: string): string {
	const hash = createHash('sha1').update(name).digest('hex');
	const variant = ((parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
	return [
		hash.slice(0, 8),
		hash.slice(8, 12),
		`5${hash.slice(13, 16)}`,
		`${variant}${hash.slice(17, 20)}`,
		hash.slice(20, 32),
	].join('-');
}
