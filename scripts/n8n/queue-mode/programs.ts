import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that is not installed on this machine. The message says how to install it. */
class MissingProgramError extends Error {}

/** Debian keeps the programs of each Postgres version in a separate folder, which is not in the PATH. */
function debianFolders(): string[] {
	const parent = '/usr/lib/postgresql';
	if (!existsSync(parent)) return [];
	const versions = readdirSync(parent).sort((one, other) => Number(other) - Number(one));
	return versions.map((version) => join(parent, version, 'bin'));
}

/**
 * Finds the absolute path of each program.
 *
 * @throws MissingProgramError that names all missing programs and how to install them
 */
export function findPrograms<Name extends string>(names: readonly Name[]): Record<Name, string> {
	const folders = [...debianFolders(), ...(process.env.PATH ?? '').split(delimiter)];
	const found = new Map<Name, string>();
	for (const name of names) {
		const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
		if (file !== undefined) found.set(name, file);
	}
	const missing = names.filter((name) => !found.has(name));
	if (missing.length > 0) {
		throw new MissingProgramError(
			`Missing on this machine: ${missing.join(', ')}. Queue mode needs Postgres and Redis. Install them with "apt-get install postgresql redis-server" on Debian and Ubuntu, "brew install postgresql redis" on macOS. Nothing of them has to run: this starts its own.`,
		);
	}
	return Object.fromEntries(found) as Record<Name, string>;
}
