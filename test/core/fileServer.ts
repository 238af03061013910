/** A server of print files on this machine, as an owner's bucket or a shop's CDN would be. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';

export type FileAnswer = (request: IncomingMessage, response: ServerResponse) => void;

interface FileServer {
	/** The address of a path, which is answered so from now on. */
	put(path: string, answer: Buffer | string | FileAnswer): string;
	/** What was asked for in this test: paths with their ranges. */
	readonly asked: string[];
}

/** Answers with a file, by ranges where they are asked for. */
export const withRanges =
	(content: Buffer, headers: Record<string, string> = {}): FileAnswer =>
	({ headers: { range } }, response) => {
		const [, first = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
		if (range === undefined) {
			response.writeHead(200, headers).end(content);
		} else if (Number(first) >= content.length) {
			response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
		} else {
			const part = content.subarray(Number(first), Number(last) + 1);
			const end = Number(first) + part.length - 1;
			const contentRange = `bytes ${first}-${end}/${content.length}`;
			response.writeHead(206, { 'content-range': contentRange, ...headers }).end(part);
		}
	};

/** Answers with all of a file, whatever is asked for. */
export const whole =
	(content: Buffer | string, headers: Record<string, string> = {}): FileAnswer =>
	(_, response) =>
		response.writeHead(200, headers).end(content);

export const status =
	(code: number, headers: Record<string, string> = {}): FileAnswer =>
	(_, response) =>
		response.writeHead(code, headers).end('<Error><Code>Other</Code></Error>');

/** One server for a file of tests. */
export function useFileServer(): FileServer {
	const answers = new Map<string, FileAnswer>();
	const asked: string[] = [];
	let server: Server;
	let address = '';
	beforeAll(async () => {
		server = createServer((request, response) => {
			const path = request.url ?? '';
			asked.push(`${path} ${request.headers.range ?? 'whole'}`);
			const answer = answers.get(path.split('?')[0] ?? '');
			if (answer) answer(request, response);
			else response.writeHead(404).end('Not found');
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterEach(() => {
		asked.length = 0;
	});
	afterAll(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => {
			server.close(resolve);
		});
	});
	return {
		asked,
		put(path, answer) {
			answers.set(
				path.split('?')[0] ?? '',
				typeof answer === 'function' ? answer : withRanges(Buffer.from(answer)),
			);
			return `${address}${path}`;
		},
	};
}
