import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Sent, Stream } from './sender.ts';

/** The process that sends deliveries. */
export interface Sender {
	send(stream: Stream): Promise<Sent>;
	stop(): Promise<void>;
}

export function startSender(): Sender {
	const child = fork(fileURLToPath(new URL('./sender.ts', import.meta.url)));
	return {
		send: async (stream) => {
			child.send(stream);
			const [sent] = (await once(child, 'message')) as [Sent];
			return sent;
		},
		stop: async () => {
			const ended = once(child, 'exit');
			child.kill();
			await ended;
		},
	};
}
