import { accounted } from './accounted.ts';
import { completed } from './completed.ts';
import { eventLoopTurns } from './eventLoopTurns.ts';
import { everythingEnds } from './everythingEnds.ts';
import { existingReturned } from './existingReturned.ts';
import { noFalseNothing } from './noFalseNothing.ts';
import { oneOrder } from './oneOrder.ts';
import { oneRefund } from './oneRefund.ts';
import type { Promised, Violation } from '../outcome.ts';
import type { Check, Played } from './played.ts';
import { trueSuccess } from './trueSuccess.ts';
import { wholeLists } from './wholeLists.ts';

interface Invariant extends Promised {
	check: Check;
}

export const ORDER_INVARIANTS: readonly Invariant[] = [
	{ number: 1, name: 'at most one order for each external ID', check: oneOrder },
	{ number: 2, name: 'at most one refund for each order', check: oneRefund },
	{ number: 3, name: 'every input item is accounted for', check: accounted },
	{
		number: 4,
		name: "'Nothing was …' is said only when nothing was changed",
		check: noFalseNothing,
	},
	{ number: 5, name: 'every success is true at the service', check: trueSuccess },
	{ number: 6, name: 'the event loop keeps turning', check: eventLoopTurns },
	{
		number: 7,
		name: 'a list is whole, or an error says how much of it was read',
		check: wholeLists,
	},
	{ number: 8, name: 'everything ends', check: everythingEnds },
	{ number: 9, name: 'an order that exists is returned', check: existingReturned },
	{ number: 14, name: 'items are completed as the catalog says', check: completed },
];

export const violationsOf = (played: Played): Violation[] =>
	ORDER_INVARIANTS.flatMap((invariant) =>
		invariant.check(played).map((text) => ({ invariant, text })),
	);
