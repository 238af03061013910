import { messagesOf } from '../history/person.ts';
import { effectsOf, shownRun, type Check } from './played.ts';

/**
 * `Nothing was …` is never said where the execution changed something for that item. The message of the last try is
 * all that a user sees of an execution with 'Retry On Fail', so all tries count.
 */
export const noFalseNothing: Check = (played) =>
	played.runs.flatMap((run) =>
		[...messagesOf(run)].flatMap(([index, { saysNothing, text }]) => {
			const effects = effectsOf(played, run, index);
			return saysNothing && effects.length > 0
				? [
						`${shownRun(run)}: item ${index} made a ${effects[0]?.kind}, and the message says: ${text}`,
					]
				: [];
		}),
	);
