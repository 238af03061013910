// The kinds of warnings that hints have to tell apart (a failed order, one that exists as sent, a confirmation that
// does not show), noted in each run by the text of the warning.

import { withoutMarkup } from '../input/wording';
import type { Run } from '../transport/run';

/** What hints have to know of a warning besides its text. */
export type WarningKind =
	/** Why an order failed, and what to do; or that Check Only found the same order. */
	| { kind: 'failedOrder' | 'existsAsSent' }
	/** An order was confirmed although its output does not show it. */
	| { kind: 'unseenConfirmation' };

/** The kinds of the warnings of a run. A warning in an output is a text, of which the kind is not read. */
class WarningKinds {
	private readonly kinds = new Map<string, WarningKind>();

	/** Notes the kind of a warning, and returns its text. */
	note(text: string, kind: WarningKind): string {
		// As the output has it.
		this.kinds.set(withoutMarkup(text), kind);
		return text;
	}

	/** The kind of a warning in an output; undefined of most. */
	of(text: string): WarningKind | undefined {
		return this.kinds.get(withoutMarkup(text));
	}
}

const kindsOfRuns = new WeakMap<Run, WarningKinds>();

/** What is noted of the warnings of a run. It goes with the run. */
export function warningKindsOf(run: Run): WarningKinds {
	const kinds = kindsOfRuns.get(run) ?? new WarningKinds();
	kindsOfRuns.set(run, kinds);
	return kinds;
}
