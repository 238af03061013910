import { createHash, randomUUID } from 'node:crypto';

export const newIdentifier = (): string => randomUUID();

/**
 * Derives a UUID from a name (a hash, like version 5), so that seeded data has the same identifiers
 * in every run.
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
