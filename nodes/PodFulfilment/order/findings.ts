// What was found about an order: problems, what is to be reviewed, warnings, and notices for the hints beside the output.
// Makes such findings, picks those of one level from a list, and collects them, also from checks that throw.

import { isProblem, type Check, type Problem } from './problems';

/** What hints tell apart. */
export type FindingKind =
	/** Why an order failed, and what to do; that Check Only found the same order; that a confirmation does not show. */
	| 'failed'
	| 'existsAsSent'
	| 'unseenConfirmation'
	/** A change that was made now, of an order with `status`; or before, so that nothing changed. */
	| 'confirmed'
	| 'cancelled'
	| 'refunded'
	| 'repeated'
	/** Orders that may still fail: confirmed without a wait for their validation, or just after they were placed. */
	| 'unvalidated'
	| 'unvalidatedInSpiteOfWait'
	| 'young'
	/** The name that an item keeps with another variant. */
	| 'keptName';

/** What the user should know of an order. */
export interface Remark {
	/**
	 * What is to be reviewed questions the order itself: it is not confirmed before. A notice is for hints alone: every good
	 * order would have one.
	 */
	level: 'review' | 'warning' | 'notice';
	/** A sentence, or the name of what the notice is about. */
	text: string;
	kind?: FindingKind;
	/** Whether it does not matter once the order is more than a draft at the service. */
	isOfNew?: true;
	/** Of the order. */
	status?: string;
}

/** Something that was found about an order. */
export type Finding =
	/** It prevents the order from being sent. */
	{ level: 'problem'; problem: Problem } | Remark;

export const warning = (text: string): Finding => ({ level: 'warning', text });

export const warningOf = (kind: FindingKind, text: string): Remark => ({
	level: 'warning',
	text,
	kind,
});

/** What the hints say of an order or an item, by its name. */
export const notice = (kind: FindingKind, text: string, status?: unknown): Remark => ({
	level: 'notice',
	text,
	kind,
	...(typeof status === 'string' && { status }),
});

export const review = (text: string): Finding => ({ level: 'review', text });

export const asProblem = (problem: Problem): Finding => ({ level: 'problem', problem });

/** All that prevents the order from being sent. */
export const problemsIn = (findings: readonly Finding[]): Problem[] =>
	findings.flatMap((finding) => (finding.level === 'problem' ? finding.problem : []));

/** All that the user should know, also what is to be reviewed. */
export const warningsIn = (findings: readonly Finding[]): string[] =>
	findings.flatMap((finding) =>
		finding.level === 'warning' || finding.level === 'review' ? finding.text : [],
	);

/** What somebody has to look at before the order is produced. */
export const toReviewIn = (findings: readonly Finding[]): string[] =>
	findings.flatMap((finding) => (finding.level === 'review' ? finding.text : []));

export const hasProblem = (findings: readonly Finding[]): boolean =>
	findings.some(({ level }) => level === 'problem');

/** Those that matter for an order that the service produces already, or that is not sent. */
export const lasting = (findings: readonly Finding[]): Finding[] =>
	findings.filter((finding) => finding.level === 'problem' || finding.isOfNew !== true);

/** Collects findings, so that the user hears of all of them at once. */
export class Findings {
	readonly list: Finding[] = [];

	warn(text: string): void {
		this.list.push(warning(text));
	}

	/** Adds a warning that questions the order itself. */
	review(text: string): void {
		this.list.push(review(text));
	}

	/** Adds what questions the order as long as the service does not produce it. */
	reviewNew(text: string): void {
		this.list.push({ level: 'review', text, isOfNew: true });
	}

	problem(problem: Problem): void {
		this.list.push(asProblem(problem));
	}

	/** Runs a check that throws, see {@link Check}. */
	readonly check: Check = (check) => {
		try {
			return check();
		} catch (error) {
			this.refused(error);
			return undefined;
		}
	};

	/**
	 * Adds what was thrown as a problem.
	 *
	 * @throws the error itself, if it is about something else than what was entered, such as a run that was stopped
	 */
	refused(error: unknown): void {
		if (!isProblem(error)) throw error;
		this.list.push(asProblem(error));
	}
}
