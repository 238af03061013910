import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { localFolder, root } from '../../../scripts/n8n/paths.ts';

export interface ServerOptions {
	/** Path of the package.json of n8n. */
	n8nManifest: string;
	/** The package as npm would publish it. */
	packageFolder: string;
	credential: Record<string, string>;
}

export interface Measure {
	/** Memory in use after garbage was collected. */
	bytes: number;
	/** Executions that n8n would have stored since the start. */
	executions: number;
	/** Keys that were added to the prototypes of JavaScript since the start. */
	pollutedKeys: number;
}

export interface WebhookServer {
	/** Without a slash at its end. */
	url: string;
	/** Where the trigger of this package listens. */
	path: string;
	measure(): Promise<Measure>;
	/** Files that requests have left on the disk. */
	leftovers(): Promise<string[]>;
	/** How the process ended, `undefined` as long as it runs. */
	exit(): string | undefined;
	stop(): Promise<void>;
}

/** Starts server.ts with the package installed beside n8n's modules, as in a real installation. */
export async function startWebhookServer(
	packageFolder: string,
	credential: Record<string, string>,
): Promise<WebhookServer> {
	const modules = path.join(root, 'local-n8n', 'node_modules');
	await mkdir(localFolder, { recursive: true });
	const folder = await mkdtemp(path.join(localFolder, 'fuzz-'));
	const temporaryFiles = path.join(folder, 'tmp');
	await mkdir(temporaryFiles);
	await symlink(modules, path.join(folder, 'node_modules'));
	const installed = path.join(folder, 'package');
	await cp(packageFolder, installed, { recursive: true });

	const options: ServerOptions = {
		n8nManifest: path.join(modules, 'n8n', 'package.json'),
		packageFolder: installed,
		credential,
	};
	const script = fileURLToPath(new URL('./server.ts', import.meta.url));
	const child = fork(script, [JSON.stringify(options)], {
		execArgv: ['--expose-gc'],
		// Nothing of this machine's user, and nothing of the test runner.
		env: {
			PATH: process.env.PATH,
			NODE_ENV: 'production',
			N8N_USER_FOLDER: folder,
			N8N_ENCRYPTION_KEY: 'sandbox-fuzz-encryption-key',
			N8N_LOG_LEVEL: 'silent',
			TMPDIR: temporaryFiles,
		},
	});
	let ended: string | undefined;
	const exited = new Promise<void>((resolve) => {
		child.once('exit', (code, signal) => {
			ended = `it ended with ${signal ?? code}`;
			resolve();
		});
	});
	/** The next thing that the process tells; nothing else is told meanwhile. */
	const told = async <Message>(): Promise<Message> => {
		const message = once(child, 'message') as Promise<[Message]>;
		const crashed = exited.then(() => {
			throw new Error(`n8n's webhook handling is gone: ${ended}`);
		});
		const [content] = await Promise.race([message, crashed]);
		return content;
	};

	const address = await told<{ url: string; path: string }>();
	return {
		...address,
		measure: async () => {
			const measure = told<Measure>();
			child.send('measure');
			return await measure;
		},
		leftovers: async () => await readdir(temporaryFiles),
		exit: () => ended,
		stop: async () => {
			if (child.connected) child.disconnect();
			await exited;
			await rm(folder, { recursive: true, force: true });
		},
	};
}
