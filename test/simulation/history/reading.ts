import type { IDataObject } from 'n8n-workflow';

/** What a person understands of a message. */
export interface Reading {
	text: string;
	/** The item that the message is about. */
	item: number | undefined;
	/** Items named as done; undefined where none are named. */
	done: Set<number> | undefined;
	/** `N of M items were done`. */
	doneCount: number | undefined;
	/** Items named as perhaps done, apart from the one that the message is about. */
	inDoubt: Set<number>;
	/** Items named as placed, without what was to follow. */
	begun: Set<number>;
	/** The change of its own item may have been made. */
	isInDoubt: boolean;
	/** The change of its own item was made, and something went wrong afterwards. */
	isDone: boolean;
	/** Nothing of its own item was changed. */
	saysNothing: boolean;
	advisesOtherExternalId: boolean;
}

const IN_DOUBT = /may (?:all the same )?have been|may be the order|may still|whether it was/i;

const DONE =
	/\b(?:was|were) (?:placed|created|confirmed|canceled|refunded|changed|updated|made|done)\b/i;

const NOTHING = /\bNothing (?:was|has been|is) (?!sent after)\w+/;

/** Numbers in a list such as 'items 0 to 3, 5 and 7'. */
function itemsNamedIn(clause: string): number[] {
	return [...clause.matchAll(/\bitems? ((?:\d+(?: to \d+)?(?:, | and )?)+)/g)].flatMap(
		([, list = '']) =>
			list.split(/, | and /).flatMap((part) => {
				const [first, last] = part.split(' to ').map(Number);
				if (first === undefined || part.trim() === '') return [];
				return Array.from({ length: (last ?? first) - first + 1 }, (_, index) => first + index);
			}),
	);
}

/** Sentences, and what they are made of where one says two things. */
const clausesOf = (text: string): string[] =>
	text.replaceAll('<br>', '\n').split(/(?<=[.!?:])\s+|\n|; |, (?:and|but) (?=\D)/);

/** The sentences that name the items in doubt of a run that was stopped. */
const DOUBTS = /In doubt[^:]*: (item \d.*?)\. These changes may have been made\./s;

/** The sentence that names the items of a stopped run that were placed and not followed to the end. */
const BEGUN = /Placed, but not followed to the end: (items? \d.*?)\./s;

export function readMessage(text: string): Reading {
	const [, item] = /\[item (\d+)\]/.exec(text) ?? [];
	const [, count] = /(\d+) of \d+ items (?:were|was) done/.exec(text) ?? [];
	const done: number[] = [];
	const [, doubts = ''] = DOUBTS.exec(text) ?? [];
	const inDoubt = [...doubts.matchAll(/\bitem (\d+) \(/g)].map(([, index]) => Number(index));
	const rest = text.replace(DOUBTS, '').replace(/\[item \d+\]/, '');
	for (const clause of clausesOf(rest)) {
		if (/\bitems? \d/.test(clause)) {
			if (IN_DOUBT.test(clause)) inDoubt.push(...itemsNamedIn(clause));
			else if (/\bdone\b/.test(clause)) done.push(...itemsNamedIn(clause));
		}
	}
	const [, begun = ''] = BEGUN.exec(rest) ?? [];
	const own = clausesOf(rest).filter((clause) => !/\bitems? \d|\d items/.test(clause));
	return {
		text,
		item: item === undefined ? undefined : Number(item),
		done: done.length > 0 ? new Set(done) : undefined,
		doneCount: count === undefined ? undefined : Number(count),
		inDoubt: new Set(inDoubt),
		begun: new Set(itemsNamedIn(begun)),
		isInDoubt: own.some((clause) => IN_DOUBT.test(clause)),
		isDone: own.some((clause) => DONE.test(clause) && !NOTHING.test(clause)),
		saysNothing: NOTHING.test(text),
		advisesOtherExternalId:
			/Use another External ID|Enter another External ID/i.test(text) &&
			!/do not place it again/i.test(text),
	};
}

/** All that an error of a run says. */
export const textOfError = (error: { message?: string; description?: string | null }): string =>
	`${error.message ?? ''}\n${error.description ?? ''}`;

/** All that an item on the error output says. */
export const textOfErrorItem = ({ error, message, details }: IDataObject): string =>
	[error, message, details].filter((part) => typeof part === 'string').join('\n');
