import { accounted } from './accounted.ts';
import { canBeHad } from './canBeHad.ts';
import { completed } from './completed.ts';
import { eventLoopTurns } from './eventLoopTurns.ts';
import { everythingEnds } from './everythingEnds.ts';
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
	{ number: 4, name: "no false 'nothing'", check: noFalseNothing },
	{ number: 5, name: 'every success is true at the service', check: trueSuccess },
	{ number: 6, name: 'no frozen event loop', check: eventLoopTurns },
	{ number: 7, name: 'no silent truncation', check: wholeLists },
	{ number: 8, name: 'everything ends', check: everythingEnds },
	{ number: 9, name: 'an order that stands can be had', check: canBeHad },
	{ number: 14, name: 'items are as the catalog says', check: completed },
];

export const violationsOf = (played: Played): Violation[] =>
	ORDER_INVARIANTS.flatMap((invariant) =>
		invariant.check(played).map((text) => ({ invariant, text })),
	);
