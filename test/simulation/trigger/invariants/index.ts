import type { Promised } from '../../outcome.ts';
import { everyAnswer } from './everyAnswer.ts';
import { nothingForged } from './nothingForged.ts';
import { nothingLost } from './nothingLost.ts';
import type { TriggerCheck } from './played.ts';
import { startedOnce } from './startedOnce.ts';

interface TriggerInvariant extends Promised {
	check: TriggerCheck;
}

export const TRIGGER_INVARIANTS: readonly TriggerInvariant[] = [
	{ number: 10, name: 'no event is lost', check: nothingLost },
	{ number: 11, name: 'an event starts the workflow once', check: startedOnce },
	{ number: 12, name: 'a forged delivery starts nothing', check: nothingForged },
	{ number: 13, name: 'every delivery is answered, and memory stays bounded', check: everyAnswer },
];
