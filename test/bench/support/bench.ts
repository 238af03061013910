import type { Engine } from './engine.ts';
import type { PackedPackage } from './package.ts';
import type { BenchService } from './service.ts';

/** What every part of the bench measures with. */
export interface Bench {
	engine: Engine;
	service: BenchService;
	packed: PackedPackage;
}
