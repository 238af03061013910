import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choosePort } from '../../scripts/n8n/ports.ts';
import { startN8n } from '../../scripts/n8n/process.ts';
import { localSecrets } from '../../scripts/n8n/secrets.ts';

/** Stands for n8n: writes its data as carelessly as possible, and says that it is ready. */
const PROGRAM = `
	process.umask(0);
	const { mkdirSync, writeFileSync } = require('node:fs');
	const folder = process.env.N8N_USER_FOLDER + '/.n8n';
	mkdirSync(folder, { recursive: true });
	writeFileSync(folder + '/database.sqlite', 'credentials');
	console.log('a line with data');
	require('node:http')
		.createServer((request, response) => response.end('{}'))
		.listen(process.env.N8N_PORT, '127.0.0.1');
`;

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-data-'));
	await mkdir(join(folder, 'installed', 'node_modules', 'n8n', 'bin'), { recursive: true });
	await writeFile(join(folder, 'installed', 'node_modules', 'n8n', 'bin', 'n8n'), PROGRAM);
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const othersMay = async (path: string): Promise<boolean> => ((await stat(path)).mode & 0o077) !== 0;

it.each([
	['that others can read', 0o755, undefined],
	['that others can write', 0o777, undefined],
	['with data of an earlier start that others can read', 0o755, 0o755],
])(
	'npm start --folder on a folder %s keeps the data of n8n from them',
	async (_name, mode, old) => {
		const userFolder = join(folder, 'user');
		await mkdir(userFolder);
		await chmod(userFolder, mode);
		if (old !== undefined) {
			await mkdir(join(userFolder, '.n8n'));
			await chmod(join(userFolder, '.n8n'), old);
			await writeFile(join(userFolder, 'n8n.log'), 'old lines', { mode: 0o644 });
		}
		const { encryptionKey } = await localSecrets(userFolder);
		const n8n = await startN8n({
			installedIn: join(folder, 'installed'),
			userFolder,
			port: (await choosePort(0)).port,
			brokerPort: (await choosePort(0)).port,
			encryptionKey,
			logFile: join(userFolder, 'n8n.log'),
		});
		await n8n.stop();

		expect((await stat(join(userFolder, '.n8n'))).mode & 0o777).toBe(0o700);
		expect(await readdir(join(userFolder, '.n8n'))).toContain('database.sqlite');
		// All else is private, too; the folder itself is left as its owner wants it.
		for (const name of await readdir(userFolder)) {
			expect(await othersMay(join(userFolder, name)), name).toBe(false);
		}
		expect((await stat(userFolder)).mode & 0o777).toBe(mode);
	},
);
