/**
 * The program behind guard.ts. Reads a line of JSON for each thing that is started or gone, and when its input ends,
 * because the process at the other end has, it ends what is still there and removes its folders.
 */
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { GuardNote } from './guard.ts';

/** How long a process may take to end in good order before it is ended without any notice. */
const patience = 5_000;

const groups = new Map<number, NodeJS.Signals>();
const folders = new Set<string>();

/** @returns whether there still was such a process group */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-group, name);
		return true;
	} catch {
		return false;
	}
}

// Ctrl-C reaches every process of the terminal. This one ends when it is no longer needed.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});

for await (const line of createInterface({ input: process.stdin })) {
	const note = JSON.parse(line) as GuardNote;
	if ('started' in note) groups.set(note.started, note.endWith);
	if ('ended' in note) groups.delete(note.ended);
	if ('made' in note) folders.add(note.made);
	if ('removed' in note) folders.delete(note.removed);
}

for (const [group, name] of groups) signal(group, name);
const deadline = Date.now() + patience;
while ([...groups.keys()].some((group) => signal(group, 0)) && Date.now() < deadline) {
	await delay(100);
}
for (const group of groups.keys()) signal(group, 'SIGKILL');
for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
