// The errors of a list that is incomplete, endless or too large, or has entries without an ID. Also the types of a list
// to read (`ListRequest`) and of how much of it is read at most (`ListBounds`).

import { upperFirst } from '../input/wording';
import { ServiceError } from '../transport/errors/serviceError';
import type { ServiceRequest } from '../transport/types';

export interface ListRequest extends Pick<ServiceRequest, 'path' | 'subject' | 'ifNotFound'> {
	/** What to do if it cannot be read to its end, beginning in lower case; by default, to set a limit. */
	advice?: string;
	/**
	 * Called for a page that is too large to be read, which is then passed over; by default the list cannot be read. Where the
	 * next page has no number, it cannot be read either way.
	 */
	onLargePage?: (error: LargePageError, pageName: string) => void;
	/**
	 * Leaves out entries that have no ID; by default the list cannot be read. A first page on which no entry has one cannot be
	 * read either way: it is of another service. `always` where an earlier page has shown that it is not.
	 */
	leavesOutEntriesWithoutId?: true | 'always';
	/** The highest limit that the members read so far would meet: without filters, their number. */
	reachableLimit?: () => number;
}

/** The parts of a list that an error message uses. */
type ListTexts = Pick<ListRequest, 'subject' | 'advice' | 'reachableLimit'>;

export const incompleteListError = (
	{ subject, advice, reachableLimit = () => count }: ListTexts,
	count: number,
	total: number,
): ServiceError =>
	new ServiceError({
		outcome: 'unreadable',
		message: `Only ${count} of ${total} entries of ${subject} could be read`,
		description: `The service says that there are ${total}, but links no further page. Run the node again in case the list changed while it was read. If that does not help, ${advice ?? `turn off Return All, set a Limit of up to ${Math.max(1, reachableLimit())}`}, and ask the fulfilment service how to read its lists to their end.`,
	});

/** Unlike an answer that was cut off, a list of which more is there than is read is the same when it is read again. */
export class UnboundedListError extends ServiceError {}

export const endlessListError = (
	{ subject, advice = 'turn off Return All and set a Limit' }: ListTexts,
	count: number,
): UnboundedListError =>
	new UnboundedListError({
		outcome: 'unreadable',
		message: `The pages of ${subject} do not end`,
		description: `The service still linked a next page after ${count} pages. ${upperFirst(advice)}, or ask the fulfilment service.`,
	});

/** What a page is called in messages. @param page its number, counted from 1 */
export const pageNameOf = (subject: string, page: number): string => `page ${page} of ${subject}`;

export class LargePageError extends ServiceError {}

/**
 * @param page its number, counted from 1
 * @param count entries that were read before it
 * @param total entries that there are, if the service says so
 */
export const largePageError = (
	{ subject }: ListTexts,
	{ description }: ServiceError,
	page: number,
	count: number,
	total: number | undefined,
): LargePageError =>
	new LargePageError({
		outcome: 'unreadable',
		message: `${upperFirst(pageNameOf(subject, page))} is too large`,
		description: `${description} Before it, ${count}${total === undefined ? '' : ` of ${total}`} entries were read.`,
	});

/** Error for entries of a list that have no ID. @param count how many were left out */
export const entriesWithoutIdError = (count: number): ServiceError =>
	new ServiceError({
		outcome: 'unreadable',
		message: `${count} ${count === 1 ? 'entry has' : 'entries have'} no ID`,
		description: 'Nothing can be told apart, or read, without one.',
	});

/** How much is read of one list at most. */
export interface ListBounds {
	pages: number;
	members: number;
	/** Of the members as JSON. */
	megabytes: number;
}

export const listTooLongError = (subject: string, bounds: ListBounds): UnboundedListError =>
	new UnboundedListError({
		outcome: 'unreadable',
		message: `${upperFirst(subject)} are more than are read`,
		description: `At most ${bounds.pages} pages, ${bounds.members} entries and ${bounds.megabytes} MB are read. Ask the fulfilment service why it lists more.`,
	});
