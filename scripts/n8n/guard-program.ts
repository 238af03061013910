/**
 * The program that guard.ts starts. Each line of its input is a {@link GuardNote} as JSON. When the input ends, because
 * the parent process has, it ends the remaining process groups and removes the remaining folders.
 */
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { GuardNote } from './guard.ts';

/** Time that processes have to shut down before they are killed. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

const groups = new Map<number, NodeJS.Signals>();
const folders = new Set<string>();

/** @returns whether the process group existed */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-group, name);
		return true;
	} catch {
		return false;
	}
}

// Ctrl-C reaches every process of the terminal. This one has to outlive its parent.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});

for await (const line of createInterface({ input: process.stdin })) {
	const note = JSON.parse(line) as GuardNote;
	if ('started' in note) groups.set(note.started, note.endWith);
	if ('ended' in note) groups.delete(note.ended);
	if ('made' in note) folders.add(note.made);
	if ('removed' in note) folders.delete(note.removed);
}

for (const [group, name] of groups) signal(group, name);
const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
while ([...groups.keys()].some((group) => signal(group, 0)) && Date.now() < deadline) {
	await delay(100);
}
for (const group of groups.keys()) signal(group, 'SIGKILL');
for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
