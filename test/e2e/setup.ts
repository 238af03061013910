import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage, installPackage, packPackage } from '../../scripts/n8n/package.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import { startN8n } from '../../scripts/n8n/process.ts';
import { N8nRest, type Owner, type Session } from '../../scripts/n8n/rest.ts';
import { localSecrets } from '../../scripts/n8n/secrets.ts';

/** The n8n that all end-to-end tests share. */
export interface SharedN8n {
	url: string;
	/** The id of its process. */
	pid: number;
	owner: Owner;
	/** The owner's session: n8n takes five logins a minute at most. */
	session: Session;
	userFolder: string;
	logFile: string;
	packageName: string;
	packageVersion: string;
}

declare module 'vitest' {
	export interface ProvidedContext {
		n8n: SharedN8n;
	}
}

/** Starts a fresh n8n with the packed tarball installed in it, and stops it after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const userFolder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-e2e-'));
	const { encryptionKey, owner } = await localSecrets(userFolder);
	await buildPackage();
	const packed = await packPackage(join(userFolder, 'package'));
	await installPackage(userFolder, packed);
	const n8n = await startN8n({
		userFolder,
		port: (await choosePort(0)).port,
		brokerPort: (await choosePort(0)).port,
		encryptionKey,
		logFile: join(userFolder, 'n8n.log'),
	});
	const rest = new N8nRest(n8n.url);
	await rest.signIn(owner);
	project.provide('n8n', {
		url: n8n.url,
		pid: n8n.pid,
		owner,
		session: rest.session,
		userFolder,
		logFile: n8n.logFile,
		packageName: packed.name,
		packageVersion: packed.version,
	});
	return async () => {
		await n8n.stop();
		await rm(userFolder, { recursive: true, force: true });
	};
}
