// 'Get Many' of every resource: its fields, reading its list, and what is said beside the output of what its filters let
// through.

import type { IDataObject, INodeProperties, NodeExecutionHint } from 'n8n-workflow';

import { readWholeList, type Page } from '../api/pages';
import { defineOperation } from '../execution/defineOperation';
import type { Operation, OperationCall, OperationDefinition } from '../execution/operation';
import { nextTurn } from '../input/nextTurn';
import { trimmed } from '../input/text';
import { serviceText, quote, forEditor } from '../input/wording';
import type { Run } from '../transport/run';
import type { ServiceRequest } from '../transport/types';
import type { filtersOf, MemberFilter } from './filters';
import {
	limitField,
	optionsField,
	returnAllField,
	simplifyFields,
	type ResourceName,
} from './sharedFields';

/**
 * Decides whether a member passes all filters. One condition that is certainly not met is enough to leave it out.
 *
 * @returns with the filter whose {@link MemberFilter.passesUndecided} decided, if one did
 */
export function verdictOn(member: IDataObject, filters: readonly MemberFilter[]) {
	let undecided: MemberFilter | undefined;
	for (const filter of filters) {
		const holds = filter.holds(filter.valueOf(member));
		if (holds === false) return { passes: false };
		const decides = !undecided || (undecided.passesUndecided && !filter.passesUndecided);
		if (holds === undefined && decides) undecided = filter;
	}
	return { passes: undecided?.passesUndecided !== false, undecided };
}

/** Members that a warning names. More would fill the panel. */
const MAX_NAMED = 5;

/** Characters of a member's name in a warning. */
const MAX_NAME_LENGTH = 63;

/** Members that one filter passed or left out without a value it could read. */
interface Undecided {
	filter: Pick<MemberFilter, 'label' | 'passesUndecided'>;
	count: number;
	/** The first of them with the value that was found. */
	named: string[];
}

/** How a person knows a member: an order by its external ID, a variant by its SKU. */
const nameOf = ({ externalId, sku, id }: IDataObject): string =>
	serviceText(trimmed(externalId) || trimmed(sku) || String(id), MAX_NAME_LENGTH);

/** E.g. '1 order was read' or '6 orders were read'. */
const counted = (count: number, noun: string, participle: string): string =>
	`${count} ${noun}${count === 1 ? ' was' : 's were'} ${participle}`;

/** What the filters of one run, or of one of its items, let through. */
class FilterReport {
	private read = 0;

	private passed = 0;

	/** Whether reading stopped because Limit was met. */
	isLimited = false;

	/** By the label of the filter. */
	private readonly undecided = new Map<string, Undecided>();

	onMember(member: IDataObject, { passes, undecided: filter }: ReturnType<typeof verdictOn>): void {
		this.read += 1;
		if (passes) this.passed += 1;
		if (!filter) return;
		const value = filter.valueOf(member);
		const isMissing = value === undefined || value === null || value === '';
		const named = [`${nameOf(member)} (${isMissing ? 'empty' : quote(value)})`];
		this.addUndecided({ filter, count: 1, named });
	}

	/** Adds what the filters of another item let through. */
	add(other: FilterReport): void {
		this.read += other.read;
		this.passed += other.passed;
		this.isLimited ||= other.isLimited;
		for (const undecided of other.undecided.values()) this.addUndecided(undecided);
	}

	/** What the editor shows beside the output. It shows hints as HTML, so they have no markup. */
	hints(noun: string): NodeExecutionHint[] {
		const passed = `${counted(this.read, noun, 'read')}, and ${this.passed} passed the filters.`;
		const limited = this.isLimited
			? ' Limit was reached, so the rest of the list was not read.'
			: '';
		return [
			{ type: 'info', message: `${passed}${limited}`, location: 'outputPane' },
			...[...this.undecided.values()].map((undecided) => warningOf(undecided, noun)),
		];
	}

	private addUndecided({ filter, count, named }: Undecided): void {
		const known = this.undecided.get(filter.label) ?? { filter, count: 0, named: [] };
		known.count += count;
		known.named = [...known.named, ...named].slice(0, MAX_NAMED);
		this.undecided.set(filter.label, known);
	}
}

function warningOf({ filter, count, named }: Undecided, noun: string): NodeExecutionHint {
	const { label, passesUndecided } = filter;
	const others = count > named.length ? ` and ${count - named.length} more` : '';
	const outcome = passesUndecided
		? `${count} ${noun}${count === 1 ? '' : 's'} passed although`
		: `${counted(count, noun, 'left out')}, because`;
	return {
		type: 'warning',
		message: forEditor(`${outcome} '${label}' could not be checked: ${named.join(', ')}${others}.`),
		location: 'outputPane',
	};
}

const reports = new WeakMap<Run, FilterReport>();

/** Hints on the filters of a run, for the output panel; none where nothing was filtered. @param noun e.g. `order` */
export const filterHints =
	(noun: string) =>
	(run: Run): NodeExecutionHint[] =>
		reports.get(run)?.hints(noun) ?? [];

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
	const limit = returnAllField.read(call.parameter('returnAll', false))
		? Number.POSITIVE_INFINITY
		: limitField.read(call.parameter('limit', 50));
	const items: IDataObject[] = [];
	const report = new FilterReport();
	const list = { ...request, reachableLimit: () => items.length };
	pages: for await (const page of readWholeList(call.client, list)) {
		for (const [index, member] of page.members.entries()) {
			await nextTurn();
			const verdict = verdictOn(member, filters);
			report.onMember(member, verdict);
			if (verdict.passes) items.push(toItem(member, page));
			if (items.length < limit) continue;
			report.isLimited = index < page.members.length - 1 || page.next !== undefined;
			break pages;
		}
	}
	if (filters.length > 0) {
		const { run } = call.client;
		const ofRun = reports.get(run) ?? new FilterReport();
		reports.set(run, ofRun);
		ofRun.add(report);
	}
	return items;
}

interface GetMany extends Omit<OperationDefinition, 'name' | 'value' | 'fields'> {
	/** Those that come first. */
	fields?: INodeProperties[];
	/** See {@link simplifyFields}. */
	isSimplified?: boolean;
	filters?: ReturnType<typeof filtersOf>;
	/** What a member is called in hints, e.g. `order`. */
	noun: string;
	options?: INodeProperties[];
}

/** Defines 'Get Many' of a resource. */
export const getManyOperation = (
	resource: ResourceName,
	{ fields = [], isSimplified, filters, noun, options, ...definition }: GetMany,
): Operation =>
	defineOperation(resource, {
		name: 'Get Many',
		value: 'getAll',
		...definition,
		fields: [
			...fields,
			returnAllField.property,
			limitField.property,
			...simplifyFields(resource, isSimplified),
			...(filters ? [filters.property] : []),
			optionsField(options),
		],
		runHints: filterHints(noun),
	});
