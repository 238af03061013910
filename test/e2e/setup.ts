import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage, installPackage, packPackage } from '../../scripts/n8n/package.ts';
import type { PackedPackage } from '../../scripts/n8n/package.ts';
import { choosePort } from '../../scripts/n8n/ports.ts';
import { startN8n } from '../../scripts/n8n/process.ts';
import { N8nRest, type Owner, type Session } from '../../scripts/n8n/rest.ts';
import { localSecrets } from '../../scripts/n8n/secrets.ts';

/** The n8n of one worker, which the test files that it runs one after another share. */
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
		/** One for each worker, so that no two files use an n8n at the same time. */
		sharedN8ns: SharedN8n[];
		packed: PackedPackage;
	}
}

/** Starts a fresh n8n with the packed tarball installed in it. */
async function startSharedN8n(userFolder: string, packed: PackedPackage) {
	const { encryptionKey, owner } = await localSecrets(userFolder);
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
	const shared: SharedN8n = {
		url: n8n.url,
		pid: n8n.pid,
		owner,
		session: rest.session,
		userFolder,
		logFile: n8n.logFile,
		packageName: packed.name,
		packageVersion: packed.version,
	};
	return { shared, stop: n8n.stop };
}

/** Builds and packs the package, starts an n8n for each worker, and stops them after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-e2e-'));
	await buildPackage();
	// `npm start`, which a test runs, would build again, and take dist/ away meanwhile.
	process.env.PACKAGE_IS_BUILT = 'true';
	const packed = await packPackage(folder);
	const workers = Array.from({ length: project.config.maxWorkers }, (_, index) => index + 1);
	const started = await Promise.all(
		workers.map(async (worker) => await startSharedN8n(join(folder, `n8n-${worker}`), packed)),
	);
	project.provide('packed', packed);
	project.provide(
		'sharedN8ns',
		started.map(({ shared }) => shared),
	);
	return async () => {
		await Promise.all(started.map(async ({ stop }) => await stop()));
		await rm(folder, { recursive: true, force: true });
	};
}
