import { createHash, randomUUID } from 'node:crypto';

let areDerived = false;

/** Whether this process derives identifiers from names, so that samples made with it are the same in every run. */
export function deriveIdentifiers(isOn: boolean): void {
	areDerived = isOn;
}

/** Returns an identifier: a random one, or after {@link deriveIdentifiers} that of the name, which has to be unique then. */
export const newIdentifier = (name?: string): string =>
	areDerived && name !== undefined ? identifierOf(name) : randomUUID();

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
