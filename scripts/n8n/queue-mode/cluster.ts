import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tellGuard } from '../guard.ts';
import { buildPackage, installPackage, packPackage } from '../package.ts';
import { choosePort } from '../ports.ts';
import { startN8n, type RunningN8n } from '../process.ts';
import { N8nRest } from '../rest.ts';
import { localSecrets } from '../secrets.ts';
import type { RunningServer } from '../server.ts';
import { startPostgres } from './postgres.ts';
import { findPrograms } from './programs.ts';
import { startRedis } from './redis.ts';

/** n8n in queue mode, every process on 127.0.0.1 and on this machine. */
export interface Cluster {
	/** A signed-in client of the main process. */
	rest: N8nRest;
	/** Where the webhook process takes production webhooks; without a slash at its end. */
	webhookUrl: string;
	/** Starts one more worker. */
	addWorker(): Promise<RunningN8n>;
	/** All that is running, by name: `postgres`, `redis`, `main`, `webhook`, `worker 1` and so on. */
	running: ReadonlyMap<string, RunningServer>;
	/** Ends everything and removes its data; the logs stay. */
	stop(): Promise<void>;
}

export interface ClusterOptions {
	/** Where the logs go, one for each process. */
	logFolder: string;
	/** How many executions each worker runs at once; n8n's own default is 10. */
	concurrency: number;
	/** Further settings for all processes of n8n. */
	settings?: NodeJS.ProcessEnv;
}

/** What differs between the kinds of process. */
interface ProcessOptions {
	/** Any free one when left out. */
	port?: number;
	readyPaths?: string[];
}

/** Starts Postgres, Redis, a main and a webhook process; workers are added by the caller. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	findPrograms(['initdb', 'postgres', 'redis-server']);
	const logFile = (name: string) => join(options.logFolder, `${name.replace(' ', '-')}.log`);
	const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-queue-mode-'));
	tellGuard({ made: folder });

	const running = new Map<string, RunningServer>();
	const start = async <Server extends RunningServer>(name: string, starting: Promise<Server>) => {
		const server = await starting;
		running.set(name, server);
		void server.exited.then(() => running.delete(name));
		return server;
	};
	const stop = async () => {
		// Those who use the others first.
		for (const [name, server] of [...running].reverse()) {
			await server.stop();
			running.delete(name);
		}
		await rm(folder, { recursive: true, force: true });
		tellGuard({ removed: folder });
	};

	try {
		const { encryptionKey, owner } = await localSecrets(folder);
		await buildPackage();
		const packed = await packPackage(join(folder, 'package'));
		const postgres = await start('postgres', startPostgres(logFile('postgres')));
		const redis = await start('redis', startRedis(folder, logFile('redis')));
		const webhookPort = (await choosePort(0)).port;

		/** Each process has a user folder and an installation of the package of its own, like a container. */
		const startProcess = async (name: string, command: string[], own: ProcessOptions = {}) => {
			const userFolder = join(folder, name.replace(' ', '-'));
			await installPackage(userFolder, packed);
			const port = own.port ?? (await choosePort(0)).port;
			return await start(
				name,
				startN8n({
					userFolder,
					port,
					brokerPort: (await choosePort(0)).port,
					encryptionKey,
					logFile: logFile(name),
					command,
					readyPaths: own.readyPaths,
					settings: {
						EXECUTIONS_MODE: 'queue',
						DB_TYPE: 'postgresdb',
						DB_POSTGRESDB_HOST: '127.0.0.1',
						DB_POSTGRESDB_PORT: String(postgres.port),
						DB_POSTGRESDB_DATABASE: postgres.database,
						DB_POSTGRESDB_USER: postgres.user,
						DB_POSTGRESDB_PASSWORD: postgres.password,
						QUEUE_BULL_REDIS_HOST: '127.0.0.1',
						QUEUE_BULL_REDIS_PORT: String(redis.port),
						QUEUE_BULL_REDIS_PASSWORD: redis.password,
						N8N_WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
						// The webhook process alone takes production webhooks.
						N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
						// A worker says there whether it is ready.
						QUEUE_HEALTH_CHECK_ACTIVE: 'true',
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
