import { readdirSync, readFileSync } from 'node:fs';

/** Processor time is counted in hundredths of a second, whatever the machine (USER_HZ of Linux). */
const TICKS_PER_SECOND = 100;

interface Stat {
	parent: number;
	seconds: number;
}

/** `/proc/<pid>/stat`: the fields after the name, which is in parentheses and may hold anything. */
function statOf(pid: string): Stat | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// utime and stime, and those of the children that are gone.
		const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
		return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
	} catch {
		return undefined;
	}
}

/**
 * Processor seconds used so far by each process together with all that it started.
 *
 * @param processes process ids by name
 * @returns nothing where the system does not tell (it is asked the way of Linux)
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
