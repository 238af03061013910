import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { choosePort } from '../ports.ts';
import { startServer, type RunningServer } from '../server.ts';
import { findPrograms } from './programs.ts';

export interface RunningRedis extends RunningServer {
	port: number;
	password: string;
}

/** Sends a PING. Redis responds with an error while it is still loading its data. */
const ping = (port: number, password: string): Promise<true | undefined> =>
	new Promise((resolve) => {
		const socket = connect({ port, host: '127.0.0.1' }, () =>
			socket.write(`AUTH ${password}\r\nPING\r\n`),
		);
		let response = '';
		socket.setTimeout(1000, () => socket.destroy());
		socket.on('data', (chunk: Buffer) => {
			response += String(chunk);
			if (response.includes('+PONG') || response.includes('-')) socket.destroy();
		});
		socket.once('error', () => resolve(undefined));
		socket.once('close', () => resolve(response.includes('+PONG') || undefined));
	});

/** Starts an empty Redis on a free port of 127.0.0.1, without persistence. */
export async function startRedis(folder: string, logFile: string): Promise<RunningRedis> {
	const programs = findPrograms(['redis-server']);
	const { port } = await choosePort(0);
	const password = randomBytes(16).toString('hex');
	const settings = {
		bind: '127.0.0.1',
		port,
		requirepass: password,
		dir: `"${folder}"`,
		save: '""',
		appendonly: 'no',
	};
	// In a file, because every user of the machine can read a program's arguments.
	const configuration = join(folder, 'redis.conf');
	const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
	await writeFile(configuration, lines.join(''), { mode: 0o600 });
	const server = await startServer({
		name: 'Redis',
		command: programs['redis-server'],
		args: [configuration],
		cwd: folder,
		env: process.env,
		logFile,
		startTimeoutMs: 15_000,
		isReady: async () => await ping(port, password),
	});
	return { ...server, port, password };
}
