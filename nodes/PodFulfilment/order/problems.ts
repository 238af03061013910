// The problems of an order, each an error or a text: as the lines of a list, or thrown together as one error. Also the
// type of a check whose error is either thrown at once or collected.

import { UserError } from 'n8n-workflow';

import { isDoNotRetry, ProblemsError } from '../execution/writeNotes';
import { firstAndMore, firstReasons, truncate, withFullStop } from '../input/wording';
import { ServiceError } from '../transport/errors/serviceError';

/** Something wrong with an order: the error of the check that found it, or its text. */
export type Problem = UserError | ServiceError | string;

/**
 * Runs a check that throws. Where problems are collected, a check that refuses its value gives undefined in place of it:
 * what is composed of such values is shown to the user and never sent.
 */
export type Check = <Value>(check: () => Value) => Value | undefined;

/** The first problem ends the composing. */
export const throwAtOnce: Check = (check) => check();

/** Whether an error is about what was entered, or about the service's answer to it. */
export const isProblem = (error: unknown): error is UserError | ServiceError =>
	error instanceof UserError || error instanceof ServiceError;

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

/** Texts for a list: the first of them, and a last one that counts those that are left out. */
function listed(texts: readonly string[]): string[] {
	const lines = firstAndMore(texts);
	return lines.map((line) => truncate(line, Math.floor(MAX_LIST_LENGTH / lines.length)));
}

const uniqueTexts = (problems: readonly Problem[]): string[] => [...new Set(problems.map(textOf))];

/**
 * Each problem in one line, and a last one that counts those that are left out. Duplicates are dropped: two items may use the
 * same unknown variant.
 */
export const problemTexts = (problems: readonly Problem[]): string[] =>
	listed(uniqueTexts(problems));

/**
 * Throws if there are problems: one alone as its check threw it; several with the first two in the message, and a list of all.
 *
 * @throws UserError
 * @throws ServiceError
 */
export function throwProblems(problems: readonly Problem[]): void {
	const [first] = problems;
	if (first === undefined) return;
	const texts = uniqueTexts(problems);
	if (texts.length > 1) {
		// A problem of a shop's line may be whole sentences.
		const headlines = problems.map((problem) =>
			truncate(headlineOf(problem).replace(/\.$/, ''), MAX_HEADLINE_LENGTH),
		);
		throw new ProblemsError(
			firstReasons([...new Set(headlines)]),
			listed(texts).join('\n'),
			problems.some(isDoNotRetry),
		);
	}
	throw typeof first === 'string' ? new UserError(first) : first;
}
