import { prepareN8n } from './engine/n8n.ts';
import type { NodeSources } from './engine/nodeProcess.ts';
import type { Outcome } from './outcome.ts';
import type { AnyHistory } from './seeds.ts';
import { simulateOrders } from './simulateOrders.ts';
import { simulateTrigger } from './trigger/simulate.ts';

prepareN8n();

/** Plays a history to its end, and checks the invariants. */
export async function simulate(
	history: AnyHistory,
	sources: NodeSources,
	isLogged = false,
): Promise<Outcome> {
	const outcome =
		'sender' in history
			? await simulateTrigger(history, sources, isLogged)
			: await simulateOrders(history, sources, isLogged);
	for (const { invariant, text } of isLogged ? outcome.violations : []) {
		outcome.log.push(`BROKEN ${invariant.number} (${invariant.name}): ${text}`);
	}
	return outcome;
}
