import { upperFirst } from '../input/wording';
import { ServiceError } from '../transport/errors/serviceError';
import type { ServiceRequest } from '../transport/types';

/** A collection to read. */
export interface ListRequest extends Pick<ServiceRequest, 'path' | 'about'> {
	/** What to do where it cannot be read to its end, in small letters; by default, to set a limit. */
	wayOut?: string;
	/** The highest limit that the members read so far meet: without filters, as many as they are. */
	reachable?: () => number;
}

/** What a message says of a list. */
type ListWords = Pick<ListRequest, 'about' | 'wayOut' | 'reachable'>;

/** Error for a list of which the service handed out less than it has. */
export const incompleteListError = (
	{ about, wayOut, reachable = () => count }: ListWords,
	count: number,
	total: number,
): ServiceError =>
	new ServiceError({
		outcome: 'unreadable',
		message: `Only ${count} of ${total} entries of ${about} could be read`,
		description: `The service says that there are ${total}, but leads to no further page. Run the node again in case the list changed while it was read. If that does not help, ${wayOut ?? `turn off Return All, set a Limit of up to ${Math.max(1, reachable())}`}, and ask the fulfilment service how to read its lists to their end.`,
	});

/** Error for a list that goes on after so many pages. */
export const endlessListError = (
	{ about, wayOut = 'turn off Return All and set a Limit' }: ListWords,
	count: number,
): ServiceError =>
	new ServiceError({
		outcome: 'unreadable',
		message: `The pages of ${about} do not end`,
		description: `The service still led to a next page after ${count} pages. ${upperFirst(wayOut)}, or ask the fulfilment service.`,
	});
