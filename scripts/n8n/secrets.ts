import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from './rest.ts';

/** The secrets of one user folder, generated at its first start. */
export interface LocalSecrets {
	/** n8n encrypts stored credentials with it. */
	encryptionKey: string;
	owner: Owner;
}

/**
 * Reads the secrets of a user folder, or generates them. Only the current user can read the file, and git ignores its
 * folder.
 */
export async function localSecrets(userFolder: string): Promise<LocalSecrets> {
	await mkdir(userFolder, { recursive: true, mode: 0o700 });
	const file = join(userFolder, 'secrets.json');
	try {
		return JSON.parse(await readFile(file, 'utf8')) as LocalSecrets;
	} catch (error) {
		// A damaged file is not replaced: the data in n8n could no longer be decrypted.
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		const secrets: LocalSecrets = {
			encryptionKey: randomBytes(24).toString('hex'),
			// n8n requires eight characters, a digit and an upper-case letter.
			owner: {
				email: 'owner@sandbox.example',
				password: `Sandbox-${randomBytes(6).toString('hex')}-1`,
			},
		};
		await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
		return secrets;
	}
}
