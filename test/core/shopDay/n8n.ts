import { vi } from 'vitest';

import type { Sandbox } from '../../../sandbox/index.ts';
import { STEP_MINUTES, type DayN8n } from '../../support/shopDay/day.ts';
import type { DayShop } from '../../support/shopDay/shop.ts';
import { ExampleWorkflow } from '../engine/example.ts';
import { credentialFor } from '../engine/run.ts';
import { startReceiver } from './receiver.ts';

const BEGIN = Date.parse('2026-11-20T00:00:00Z');

/** n8n's engine with the examples of a shop, on a clock that each step puts forward. */
export async function startEngineDay(
	shop: DayShop,
	sandbox: Sandbox,
): Promise<DayN8n & { close(): Promise<void> }> {
	const credential = credentialFor(sandbox);
	const roundTrip = new ExampleWorkflow(shop.example('round-trip'), credential, shop.call);
	const sweep = new ExampleWorkflow(shop.example('sweep'), credential, shop.call);
	const told: string[] = [];
	const receiver = await startReceiver(async (body) => {
		const outputs = await roundTrip.run(shop.trigger, [body]);
		told.push(...(outputs['Tell Me About the Order'] ?? []).map(({ text }) => String(text)));
	});
	await shop.register(receiver.url);
	return {
		at: (step) => void vi.setSystemTime(BEGIN + step * STEP_MINUTES * 60_000),
		sweep: async () => {
			const outputs = await sweep.run('Every Hour', [{}]);
			return outputs['One Message']?.[0]?.text as string | undefined;
		},
		idle: async () => await receiver.idle(),
		told: async () => told,
		close: async () => await receiver.close(),
	};
}
