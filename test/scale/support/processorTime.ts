import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second on all machines (USER_HZ). */
const TICKS_PER_SECOND = 100;

interface Stat {
	parent: number;
	seconds: number;
}

/** Reads `/proc/<pid>/stat`. Its fields follow the name, which is in parentheses and may contain anything. */
function statOf(pid: string): Stat | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// utime and stime of the process and of its finished children.
		const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
		return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
	} catch {
		return undefined;
	}
}

/**
 * CPU seconds used so far by each process including its descendants.
 *
 * @param processes Process IDs by name
 * @returns empty on systems without /proc
 */
export function processorSeconds(processes: ReadonlyMap<string, number>): Map<string, number> {
	const stats = new Map<number, Stat>();
	let pids: string[] = [];
	try {
		pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	} catch {
		return new Map();
	}
	for (const pid of pids) {
		const stat = statOf(pid);
		if (stat) stats.set(Number(pid), stat);
	}
	const belongsTo = (pid: number, ancestor: number): boolean => {
		for (let current = pid; current > 1; current = stats.get(current)?.parent ?? 0) {
			if (current === ancestor) return true;
		}
		return false;
	};
	const seconds = new Map<string, number>();
	for (const [name, ancestor] of processes) {
		const own = [...stats].filter(([pid]) => belongsTo(pid, ancestor));
		seconds.set(
			name,
			own.reduce((sum, [, stat]) => sum + stat.seconds, 0),
		);
	}
	return seconds;
}
