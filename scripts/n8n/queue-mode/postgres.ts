import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notifyGuard } from '../guard.ts';
import { choosePort } from '../ports.ts';
import { runCommand } from '../run-command.ts';
import { startServer, type RunningServer } from '../server.ts';
import { findPrograms } from './programs.ts';

export interface RunningPostgres extends RunningServer {
	port: number;
	user: string;
	password: string;
	database: string;
}

const user = 'n8n';

/** Whether a server listens on the port, which Postgres opens once it accepts connections. */
const isListening = (port: number): Promise<true | undefined> =>
	new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' });
		socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
		socket.once('connect', () => socket.destroy());
	});

/** The unprivileged user to run Postgres as if this process is root, since Postgres refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const idOf = (flag: string, name: string) =>
		Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
	for (const name of ['postgres', 'nobody']) {
		try {
			return { uid: idOf('-u', name), gid: idOf('-g', name) };
		} catch {
			// The user does not exist.
		}
	}
	throw new Error(
		'Postgres does not run as root, and there is neither a user postgres nor nobody.',
	);
}

/** Starts Postgres with a new, empty database on a free port of 127.0.0.1. Stopping it removes the data. */
export async function startPostgres(logFile: string): Promise<RunningPostgres> {
	const programs = findPrograms(['initdb', 'postgres']);
	// Not inside the caller's folder, which the other user may not have access to.
	const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-postgres-'));
	notifyGuard({ made: folder });
	const remove = async () => {
		await rm(folder, { recursive: true, force: true });
		notifyGuard({ removed: folder });
	};
	try {
		const runAs = unprivilegedUser();
		const password = randomBytes(16).toString('hex');
		const passwordFile = join(folder, 'password');
		await writeFile(passwordFile, password, { mode: 0o600 });
		if (runAs) for (const path of [folder, passwordFile]) chownSync(path, runAs.uid, runAs.gid);

		const data = join(folder, 'data');
		const env = { ...process.env, LC_ALL: 'C.UTF-8' };
		await runCommand(
			programs.initdb,
			['-D', data, '-U', user, '-E', 'UTF8', '-A', 'scram-sha-256', '--pwfile', passwordFile],
			{ cwd: folder, env, ...runAs },
		);
		const { port } = await choosePort(0);
		const server = await startServer({
			name: 'Postgres',
			command: programs.postgres,
			// Listens on a loopback port only, without a Unix socket.
			args: [
				'-D',
				data,
				'-h',
				'127.0.0.1',
				'-p',
				String(port),
				'-k',
				'',
				'-c',
				'max_connections=200',
			],
			cwd: folder,
			env,
			logFile,
			user: runAs,
			// Postgres' fast shutdown, which does not wait for clients to disconnect.
			stopSignal: 'SIGINT',
			startTimeoutMs: 30_000,
			isReady: async () => await isListening(port),
		});
		const stop = async () => {
			await server.stop();
			await remove();
		};
		return { ...server, stop, port, user, password, database: 'postgres' };
	} catch (error) {
		await remove();
		throw error;
	}
}
