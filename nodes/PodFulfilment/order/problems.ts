import { UserError } from 'n8n-workflow';

import { withFullStop } from '../input/wording';
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

const isProblem = (error: unknown): error is UserError | ServiceError =>
	error instanceof UserError || error instanceof ServiceError;

/** Collects problems, so that the user hears of all of them at once. */
export class Problems {
	readonly found: Problem[] = [];

	/** See {@link Check}. */
	readonly check: Check = (check) => {
		try {
			return check();
		} catch (error) {
			this.add(error);
			return undefined;
		}
	};

	/** @throws the error itself, if it is about something else than what was entered, such as a run that was stopped */
	add(error: unknown): void {
		if (!isProblem(error)) throw error;
		this.found.push(error);
	}
}

/** One line that says what is wrong, and what to do about it. */
const textOf = (problem: Problem): string => {
	if (typeof problem === 'string') return problem;
	const { message, description } = problem;
	return (description ? `${withFullStop(message)} ${description}` : message).replaceAll(
		/\s*\n\s*/g,
		' ',
	);
};

/** Each problem in one line. Duplicates are dropped: two items may use the same unknown variant. */
export const problemTexts = (problems: readonly Problem[]): string[] => [
	...new Set(problems.map(textOf)),
];

/**
 * Throws if there are problems: one alone as its check threw it; several as the first one, with a list of all.
 *
 * @throws UserError
 * @throws ServiceError
 */
export function throwProblems(problems: readonly Problem[]): void {
	const [first] = problems;
	if (first === undefined) return;
	const texts = problemTexts(problems);
	const message = typeof first === 'string' ? first : first.message;
	if (texts.length > 1) {
		// A problem of a shop's line may be whole sentences.
		throw new UserError(`${message.replace(/\.$/, '')}, and ${texts.length - 1} more`, {
			description: texts.join('\n'),
		});
	}
	throw typeof first === 'string' ? new UserError(message) : first;
}
