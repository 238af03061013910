import { vi } from 'vitest';

import type { Sandbox } from '../../../sandbox/index.ts';
import { STEP_MINUTES, TRIGGER, type DayN8n } from '../../support/shopDay/day.ts';
import type { DayShop } from '../../support/shopDay/shop.ts';
import { ExampleWorkflow, Killed } from '../engine/example.ts';
import { credentialFor } from '../engine/run.ts';

const BEGIN = Date.parse('2026-11-20T00:00:00Z');

/** The steps of a run at which n8n is killed at the latest. */
const STEPS_OF_RUN = 20;

/** n8n's engine with the example of a shop, on a clock that each step puts forward. */
export function startEngineDay(shop: DayShop, sandbox: Sandbox): DayN8n {
	const workflow = new ExampleWorkflow(shop.workflow(), credentialFor(sandbox), shop.call);
	return {
		at: (step) => void vi.setSystemTime(BEGIN + step * STEP_MINUTES * 60_000),
		run: async (killed) => {
			const steps = killed === undefined ? Infinity : Math.floor(killed * STEPS_OF_RUN);
			try {
				await workflow.run(TRIGGER, [{}], steps);
			} catch (error) {
				return error instanceof Killed ? undefined : (error as Error).message;
			}
			return undefined;
		},
	};
}
