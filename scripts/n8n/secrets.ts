import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from './rest.ts';

/** What belongs to one user folder and is made up once, at its first start. */
export interface LocalSecrets {
	/** n8n stores credentials encrypted with it. */
	encryptionKey: string;
	owner: Owner;
}

/**
 * Reads the secrets of a user folder, or makes them. The file is readable by this user alone and lies in a folder that
 * git ignores.
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
			// n8n asks for eight characters, a digit and a capital letter.
			owner: {
				email: 'owner@sandbox.example',
				password: `Sandbox-${randomBytes(6).toString('hex')}-1`,
			},
		};
		await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
		return secrets;
	}
}
