/**
 * Processor time that this thread has used, in ms, what V8 collects on it included: other programs and threads do not count.
 */
export function threadMs(): number {
	// Linux adds up the time of a thread with each tick of its clock, 4 ms apart as a rule, and for this question at once.
	process.cpuUsage();
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
