import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

export interface Measured<Result> {
	result: Result;
	/** Milliseconds of this process's processor time, user and system. */
	cpu: number;
	/** Milliseconds on the clock. */
	wall: number;
	/** Milliseconds for which the event loop stood still at most. */
	longestBlock: number;
	/** Bytes by which the heap grew at most, garbage included. */
	peakHeapGrowth: number;
}

export async function measure<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
	globalThis.gc?.();
	const delays = monitorEventLoopDelay({ resolution: 1 });
	delays.enable();
	const heap = process.memoryUsage().heapUsed;
	let peak = heap;
	const sample = (): void => {
		peak = Math.max(peak, process.memoryUsage().heapUsed);
	};
	const sampler = setInterval(sample, 5);
	const before = process.cpuUsage();
	const begin = performance.now();
	const result = await work();
	const wall = performance.now() - begin;
	const { user, system } = process.cpuUsage(before);
	delays.disable();
	clearInterval(sampler);
	sample();
	return {
		result,
		cpu: (user + system) / 1000,
		wall,
		longestBlock: delays.max / 1e6,
		peakHeapGrowth: peak - heap,
	};
}

export const median = (values: number[]): number => {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
