import { upperFirst } from '../input/wording';
import { ServiceError } from '../transport/errors/serviceError';
import type { ServiceRequest } from '../transport/types';

/** A collection to read. */
export interface ListRequest extends Pick<ServiceRequest, 'path' | 'subject'> {
	/** What to do if it cannot be read to its end, beginning in lower case; by default, to set a limit. */
	advice?: string;
	/** The highest limit that the members read so far would meet: without filters, their number. */
	reachableLimit?: () => number;
}

/** The parts of a list that an error message uses. */
type ListTexts = Pick<ListRequest, 'subject' | 'advice' | 'reachableLimit'>;

/** Error for a list of which the service returned fewer entries than it says there are. */
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

/** Error for a list that has more pages than are read. */
export const endlessListError = (
	{ subject, advice = 'turn off Return All and set a Limit' }: ListTexts,
	count: number,
): UnboundedListError =>
	new UnboundedListError({
		outcome: 'unreadable',
		message: `The pages of ${subject} do not end`,
		description: `The service still linked a next page after ${count} pages. ${upperFirst(advice)}, or ask the fulfilment service.`,
	});

/** How much is read of one list at most. */
export interface ListBounds {
	pages: number;
	members: number;
	/** Of the members as JSON. */
	megabytes: number;
}

/** Error for a list that exceeds its bounds. */
export const listTooLongError = (subject: string, bounds: ListBounds): UnboundedListError =>
	new UnboundedListError({
		outcome: 'unreadable',
		message: `${upperFirst(subject)} are more than are read`,
		description: `At most ${bounds.pages} pages, ${bounds.members} entries and ${bounds.megabytes} MB are read. Ask the fulfilment service why it lists more.`,
	});
