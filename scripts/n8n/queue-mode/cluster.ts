import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notifyGuard } from '../guard.ts';
import { buildPackage, installPackage, packPackage } from '../package.ts';
import { choosePort } from '../ports.ts';
import { startN8n, type RunningN8n } from '../process.ts';
import { N8nRest } from '../rest.ts';
import { localSecrets } from '../secrets.ts';
import type { RunningServer } from '../server.ts';
import { startPostgres } from './postgres.ts';
import { findPrograms } from './programs.ts';
import { startRedis } from './redis.ts';
import { queueModeSettings } from './settings.ts';

/** n8n in queue mode, with all processes on 127.0.0.1. */
export interface Cluster {
	/** A signed-in client of the main process. */
	rest: N8nRest;
	/** URL of the webhook process, which receives production webhooks; without a trailing slash. */
	webhookUrl: string;
	/** Starts another worker. */
	addWorker(): Promise<RunningN8n>;
	/** The running processes by name: `postgres`, `redis`, `main`, `webhook`, `worker 1` and so on. */
	running: ReadonlyMap<string, RunningServer>;
	/** Stops all processes and removes their data, but not the logs. */
	stop(): Promise<void>;
}

export interface ClusterOptions {
	/** Folder for the logs, one file for each process. */
	logFolder: string;
	/** Number of executions that each worker runs at once; n8n's default is 10. */
	concurrency: number;
	/** Additional environment variables for all processes of n8n. */
	settings?: NodeJS.ProcessEnv;
}

interface ProcessOptions {
	/** Any free port by default. */
	port?: number;
	readyPaths?: string[];
}

/** Starts Postgres, Redis, a main and a webhook process, but no worker; see {@link Cluster.addWorker}. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	findPrograms(['initdb', 'postgres', 'redis-server']);
	const logFile = (name: string) => join(options.logFolder, `${name.replace(' ', '-')}.log`);
	const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-queue-mode-'));
	notifyGuard({ made: folder });

	const running = new Map<string, RunningServer>();
	const start = async <Server extends RunningServer>(name: string, starting: Promise<Server>) => {
		const server = await starting;
		running.set(name, server);
		void server.exited.then(() => running.delete(name));
		return server;
	};
	const stop = async () => {
		// In reverse order, so that no process loses a server that it still uses.
		for (const [name, server] of [...running].reverse()) {
			await server.stop();
			running.delete(name);
		}
		await rm(folder, { recursive: true, force: true });
		notifyGuard({ removed: folder });
	};

	try {
		const { encryptionKey, owner } = await localSecrets(folder);
		await buildPackage();
		const packed = await packPackage(join(folder, 'package'));
		const postgres = await start('postgres', startPostgres(logFile('postgres')));
		const redis = await start('redis', startRedis(folder, logFile('redis')));
		const webhookPort = (await choosePort(0)).port;

		/** Like a container, each process has its own user folder with its own installation of the package. */
		const startProcess = async (
			name: string,
			command: string[],
			processOptions: ProcessOptions = {},
		) => {
			const userFolder = join(folder, name.replace(' ', '-'));
			await installPackage(userFolder, packed);
			const port = processOptions.port ?? (await choosePort(0)).port;
			return await start(
				name,
				startN8n({
					userFolder,
					port,
					brokerPort: (await choosePort(0)).port,
					encryptionKey,
					logFile: logFile(name),
					command,
					readyPaths: processOptions.readyPaths,
					settings: {
						...queueModeSettings({
							postgres: { ...postgres, host: '127.0.0.1' },
							redis: { ...redis, host: '127.0.0.1' },
							webhookUrl: `http://127.0.0.1:${webhookPort}/`,
						}),
						// In containers, each has a port of its own.
						QUEUE_HEALTH_CHECK_PORT: String(port),
						N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
						...options.settings,
					},
				}),
			);
		};

		const main = await startProcess('main', ['start']);
		const rest = new N8nRest(main.url);
		await rest.signIn(owner);
		const webhook = await startProcess('webhook', ['webhook'], {
			port: webhookPort,
			readyPaths: ['/healthz/readiness'],
		});
		let workers = 0;
		return {
			rest,
			webhookUrl: webhook.url,
			running,
			stop,
			async addWorker() {
				workers += 1;
				return await startProcess(
					`worker ${workers}`,
					['worker', `--concurrency=${options.concurrency}`],
					{ readyPaths: ['/healthz/readiness'] },
				);
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
