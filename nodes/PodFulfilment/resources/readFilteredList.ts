// Reads a list for 'Get Many' until as many members pass the filters as 'Limit' says, or all with 'Return All'. Also
// reads 'Limit'.

import { sleep, UserError, type IDataObject } from 'n8n-workflow';

import { verdictOn, type MemberFilter } from '../api/memberFilters';
import { readWholeList, type Page } from '../api/pages';
import type { OperationCall } from '../execution/operation';
import type { ServiceRequest } from '../transport/types';
import { FilterReport, reportFilters } from './filterReport';

/** Members of a page that are taken before n8n does other work. */
const MEMBERS_AT_ONCE = 1_000;

/**
 * Maximum number of results that the user wants.
 *
 * @throws UserError for an invalid limit, as an expression or an AI agent may give it
 */
function limitOf({ parameter }: OperationCall): number {
	if (parameter<boolean>('returnAll', false)) return Number.POSITIVE_INFINITY;
	const entered = parameter<unknown>('limit', 50);
	const limit = typeof entered === 'string' && entered.trim() !== '' ? Number(entered) : entered;
	if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1) return limit;
	throw new UserError(`Limit is ${JSON.stringify(entered) ?? 'empty'}`, {
		description: 'Enter a whole number of at least 1, or turn on Return All.',
	});
}

/**
 * Reads a collection up to 'Limit', or all of it with 'Return All', and leaves out what does not pass the filters. Limit
 * counts what passes. Requests no more pages than needed; the service names no order of its lists (spec section 4), so
 * only the last page shows that nothing more passes.
 *
 * @param toItem maps a member of the collection, and the page it is on, to an output object
 * @param filters what passes, and what does not, goes into the hints of the run
 * @throws ServiceError when the service returns fewer members than it says there are, and the limit is not met
 */
export async function readFilteredList(
	call: OperationCall,
	request: Pick<ServiceRequest, 'path' | 'subject'>,
	toItem: (member: IDataObject, page: Page) => IDataObject = (member) => member,
	filters: readonly MemberFilter[] = [],
): Promise<IDataObject[]> {
	const limit = limitOf(call);
	const items: IDataObject[] = [];
	const report = new FilterReport();
	/** Returns whether the limit is met. */
	const take = async (page: Page): Promise<boolean> => {
		for (const [index, member] of page.members.entries()) {
			if (index % MEMBERS_AT_ONCE === MEMBERS_AT_ONCE - 1) await sleep(0);
			const { passes, undecided } = verdictOn(member, filters);
			report.onMember(passes);
			if (undecided) report.onUndecided(undecided, member);
			if (passes) items.push(toItem(member, page));
			if (items.length === limit) {
				const isEnd = index === page.members.length - 1 && page.next === undefined;
				if (!isEnd) report.onLimit();
				return true;
			}
		}
		return false;
	};
	const reachableLimit = (): number => items.length;
	for await (const page of readWholeList(call.client, { ...request, reachableLimit })) {
		if (await take(page)) break;
	}
	if (filters.length > 0) reportFilters(call.client.run, report);
	return items;
}
