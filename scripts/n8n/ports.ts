import { createServer } from 'node:net';

const tryToListen = (port: number): Promise<number | undefined> =>
	new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(undefined));
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			const chosen = typeof address === 'object' && address ? address.port : undefined;
			server.close(() => resolve(chosen));
		});
	});

/**
 * Finds a free port on 127.0.0.1: the preferred one, or any other if that is taken.
 *
 * @param preferred 0 for any port
 */
export async function choosePort(preferred: number): Promise<{ port: number; wasTaken: boolean }> {
	const port = await tryToListen(preferred);
	if (port !== undefined) return { port, wasTaken: false };
	const other = await tryToListen(0);
	if (other === undefined) throw new Error('No free port was found on 127.0.0.1.');
	return { port: other, wasTaken: true };
}
