import type { Engine } from './engine.ts';
import type { PackedPackage } from './package.ts';
import type { BenchService } from './service.ts';

/** One line of the table. */
export interface Row {
	work: string;
	figure: string;
	/** What the figure has to reach, in words. */
	toReach: string;
	/** The figure as it was measured. */
	measured: string;
	/** The same for n8n's HTTP Request node, where that is comparable. */
	httpRequest?: string;
	reached: boolean;
	/** Why, where it is not. */
	note?: string;
}

export interface Bench {
	engine: Engine;
	service: BenchService;
	packed: PackedPackage;
}

export const atMost = (value: number, limit: number): boolean => value <= limit;
