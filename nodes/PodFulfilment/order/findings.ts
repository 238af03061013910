// What was found about an order: problems, each an error or a text; what is to be reviewed, warnings, and notices for the
// hints beside the output. Makes findings, picks those of one level, and collects them, also from checks that throw; lists
// problems, or throws them together as one error.

import { UserError, type IDataObject } from 'n8n-workflow';

import { isDoNotRetry, ProblemsError } from '../execution/itemError';
import { optionIn, type Field } from '../input/field';
import type { Pieces } from '../input/nextTurn';
import { firstAndMore, firstReasons, MAX_LISTED, truncate, withFullStop } from '../input/wording';
import { ServiceError } from '../transport/errors/serviceError';
import { CausedError, causeOf, fieldFor, type About, type Advice, type Cause } from './causes';

/** Something wrong with an order: the error of the check that found it, or its text. */
export type Problem = UserError | ServiceError | string;

/**
 * Runs a check that throws. Where problems are collected, a check that refuses its value gives undefined in place of it:
 * what is composed of such values is shown to the user and never sent.
 */
export type Check = <Value>(check: () => Value) => Value | undefined;

/** The first problem ends the composing. */
export const throwAtOnce: Check = (check) => check();

/** Reads an option. One that is refused counts as not added: what is composed of it is shown to the user and never sent. */
export const checkedOption = <Value>(
	check: Check,
	options: IDataObject,
	option: Field<Value>,
): Value => check(() => optionIn(options, option)) ?? option.read(undefined);

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
	/** Orders that Hold keeps: placed once they are read again. */
	| 'held'
	/** The name that an item keeps with another variant. */
	| 'keptName'
	/** The heading of a column that is not known. */
	| 'unreadColumn'
	/** That print files were read; that some were not, as buyers may have entered them. */
	| 'readFiles'
	| 'unreadFiles'
	| 'unreadColumnFiles';

/** What the user should know of an order. */
export interface Remark {
	/**
	 * What is to be reviewed questions the order itself: it is not confirmed before. A notice is for hints alone: every good
	 * order would have one.
	 */
	level: 'review' | 'warning' | 'notice';
	/** A sentence, or the name of what the notice is about. */
	text: string;
	/** Why. Missing of notices, and of what is said of no order of a shop. */
	about?: About;
	kind?: FindingKind;
	/** Whether it does not matter once the order is more than a draft at the service. */
	isOfNew?: true;
	/** Of the order. */
	status?: string;
}

/** Something that was found about an order. */
export type Finding =
	/** It prevents the order from being sent; with the address of artwork that is still being made, only until it is there. */
	{ level: 'problem'; problem: Problem; about: About; artworkMissing?: string } | Remark;

export const warning = (text: string): Remark => ({ level: 'warning', text });

export const warningAbout =
	(about: About | undefined) =>
	(text: string): Remark => ({ ...warning(text), about });

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

export const review = (text: string, about: About): Remark => ({ level: 'review', text, about });

/** @param about of a problem that does not know its cause itself */
export const asProblem = (problem: Problem, about: About): Finding => ({
	level: 'problem',
	problem,
	about: problem instanceof CausedError ? problem.about : about,
});

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

const aboutsOf = (findings: readonly Finding[]): About[] =>
	findings.flatMap(({ about }) => about ?? []);

/** The causes of findings, each once, in their order. */
export const causesOf = (findings: readonly Finding[]): Cause[] => [
	...new Set(aboutsOf(findings).map(causeOf)),
];

/** Of an order with more, nobody changes all at once. */
const MAX_ADVICE = 100;

/** What to do about findings, each once: about what stops an order, and about warnings that a field changes. */
export function adviceOf(findings: readonly Finding[], order: string): Advice[] {
	const needed = findings.filter(
		({ level, about }) => level !== 'warning' || (about && fieldFor(about)) !== undefined,
	);
	const byText = new Map<string, Advice>();
	for (const about of aboutsOf(needed)) {
		if (byText.size === MAX_ADVICE) break;
		const text = typeof about === 'string' ? '' : about.text;
		const advice = { cause: causeOf(about), field: fieldFor(about) ?? '', text, order };
		byText.set(JSON.stringify(about), advice);
	}
	return [...byText.values()];
}

export const isReview = ({ level }: Finding): boolean => level === 'review';

export const hasProblem = (findings: readonly Finding[]): boolean =>
	findings.some(({ level }) => level === 'problem');

/** Those that matter for an order that the service produces already, or that is not sent. */
export const lasting = (findings: readonly Finding[]): Finding[] =>
	findings.filter((finding) => finding.level === 'problem' || finding.isOfNew !== true);

/** Collects findings, so that the user hears of all of them at once. */
export class Findings {
	readonly list: Finding[] = [];

	private readonly about: About;

	/** @param about what problems are about that do not know their cause themselves */
	constructor(about: About = 'setting') {
		this.about = about;
	}

	warn(text: string, about: About): void {
		this.list.push(warningAbout(about)(text));
	}

	review(text: string, about: About): void {
		this.list.push(review(text, about));
	}

	/** Adds what questions the order as long as the service does not produce it. */
	reviewNew(text: string, about: About): void {
		this.list.push({ ...review(text, about), isOfNew: true });
	}

	problem(problem: Problem, about: About): void {
		this.list.push(asProblem(problem, about));
	}

	/** Runs a check that throws, see {@link Check}. */
	readonly check: Check = (check) => this.checkOf(this.about)(check);

	/** Likewise for a check of something else. */
	checkOf(about: About): Check {
		return (check) => {
			try {
				return check();
			} catch (error) {
				this.refused(error, about);
				return undefined;
			}
		};
	}

	/** As {@link Findings.check}, of work in pieces. */
	*checkPieces<Value>(pieces: Pieces<Value>): Pieces<Value | undefined> {
		try {
			return yield* pieces;
		} catch (error) {
			this.refused(error);
			return undefined;
		}
	}

	/**
	 * Adds what was thrown as a problem.
	 *
	 * @throws the error itself, if it is about something else than what was entered or answered, such as a run that was stopped
	 */
	refused(error: unknown, about = this.about): void {
		if (!(error instanceof UserError) && !(error instanceof ServiceError)) throw error;
		this.list.push(asProblem(error, about));
	}
}

/** Maximum length of all problems in a list, which they share; of one, before they are compared. */
const MAX_LIST_LENGTH = 8_000;
const MAX_LENGTH = 2_000;

/** Maximum length of each of the two problems in a message, which says as well how many more there are. */
const MAX_HEADLINE_LENGTH = 450;

/** One line that says what is wrong, and what to do about it. */
const textOf = (problem: Problem): string => {
	if (typeof problem === 'string') return truncate(problem, MAX_LENGTH);
	const { message, description } = problem;
	const text = description ? `${withFullStop(message)} ${description}` : message;
	// Not by a regular expression: one that looks for spaces around a line break takes hours for a megabyte of spaces.
	const lines = text.split('\n').map((line) => line.trim());
	return truncate(lines.filter((line) => line !== '').join(' '), MAX_LENGTH);
};

const headlineOf = (problem: Problem): string =>
	typeof problem === 'string' ? problem : problem.message;

/** Problems that are compared with each other: an order may have tens of thousands. */
const MAX_COMPARED = 1_000;

/** Texts of problems, of which no more than {@link MAX_LISTED} are shown: each once, and empty ones of those that are only counted. */
const eachOnce = (problems: readonly Problem[], write: (problem: Problem) => string): string[] => [
	...new Set(problems.slice(0, MAX_COMPARED).map(write)),
	...problems
		.slice(MAX_COMPARED)
		.map((problem, index) => (index < MAX_LISTED ? write(problem) : '')),
];

/**
 * Each problem in one line, and a last one that counts those that are left out. Duplicates are dropped: two items may use the
 * same unknown variant.
 */
export function problemTexts(problems: readonly Problem[]): string[] {
	const lines = firstAndMore(eachOnce(problems, textOf));
	return lines.map((line) => truncate(line, Math.floor(MAX_LIST_LENGTH / lines.length)));
}

/**
 * Throws if there are problems: one alone as its check threw it; several with the first two in the message, and a list of all.
 *
 * @throws UserError
 * @throws ServiceError
 */
export function throwProblems(problems: readonly Problem[]): void {
	const [first] = problems;
	if (first === undefined) return;
	const texts = problemTexts(problems);
	if (texts.length > 1) {
		// A problem of a shop's line may be whole sentences.
		const headlines = eachOnce(problems, (problem) =>
			truncate(headlineOf(problem).replace(/\.$/, ''), MAX_HEADLINE_LENGTH),
		);
		throw new ProblemsError(firstReasons(headlines), texts.join('\n'), problems.some(isDoNotRetry));
	}
	throw typeof first === 'string' ? new UserError(first) : first;
}
