import type { Ending } from '../engine/clock.ts';
import type { RunResult } from '../engine/run.ts';
import type { Interruption, RunPlan } from './history.ts';
import type { Input } from './purchases.ts';

/** What became of one run. */
export interface RunRecord {
	/** From 1; also the number of the execution. */
	number: number;
	plan: RunPlan;
	inputs: Input[];
	startedAt: number;
	endedAt: number;
	ending: Ending;
	/** Undefined where the run did not come to its end by itself. */
	result?: RunResult;
	interruption?: Interruption['kind'];
	/** The run that this one repeats. */
	follows?: RunRecord;
	/** A person did as the messages of the run say that this one repeats. */
	isByMessages: boolean;
	/** Another run was under way at the same time. */
	isOneOfTwo: boolean;
}
