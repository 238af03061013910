import type { NodeSources } from '../engine/nodeProcess.ts';
import type { Outcome } from '../outcome.ts';
import type { TriggerHistory } from './history.ts';
import { TRIGGER_INVARIANTS } from './invariants/index.ts';
import { TriggerPlayer } from './player.ts';

/** Plays a history of a trigger to its end, and checks the invariants. */
export async function simulateTrigger(
	history: TriggerHistory,
	sources: NodeSources,
	isLogged = false,
): Promise<Outcome> {
	const player = new TriggerPlayer(history, sources, isLogged);
	try {
		await player.play();
		const { n8n, sender, ending, timersLeft, kept, log } = player;
		const played = { history, n8n, sender, ending, timersLeft, kept };
		const violations = TRIGGER_INVARIANTS.flatMap((invariant) =>
			invariant.check(played).map((text) => ({ invariant, text })),
		);
		return { violations, log };
	} finally {
		player.end();
	}
}
