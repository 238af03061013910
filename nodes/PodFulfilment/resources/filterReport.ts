// How many members the filters of 'Get Many' let through in a run, for which of them a filter could not be checked, and
// the hints beside the output that say so.

import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import type { MemberFilter } from '../api/memberFilters';
import { trimmed } from '../input/guards';
import { serviceText, quote, forEditor } from '../input/wording';
import type { Run } from '../transport/run';

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
export class FilterReport {
	private read = 0;

	private passed = 0;

	/** Whether reading stopped because Limit was met. */
	private isLimited = false;

	/** By the label of the filter. */
	private readonly undecided = new Map<string, Undecided>();

	onMember(passes: boolean): void {
		this.read += 1;
		if (passes) this.passed += 1;
	}

	onUndecided(filter: MemberFilter, member: IDataObject): void {
		const value = filter.valueOf(member);
		const isMissing = value === undefined || value === null || value === '';
		this.addUndecided({
			filter,
			count: 1,
			named: [`${nameOf(member)} (${isMissing ? 'empty' : quote(value)})`],
		});
	}

	onLimit(): void {
		this.isLimited = true;
	}

	/** Adds what the filters of another item let through. */
	add(other: FilterReport): void {
		this.read += other.read;
		this.passed += other.passed;
		this.isLimited ||= other.isLimited;
		for (const undecided of other.undecided.values()) this.addUndecided(undecided);
	}

	/**
	 * What the editor shows beside the output. It shows hints as HTML, so they have no markup.
	 *
	 * @param noun e.g. `order`
	 */
	hints(noun: string): NodeExecutionHint[] {
		const limited = this.isLimited
			? ' Limit was reached, so the rest of the list was not read.'
			: '';
		return [
			{
				type: 'info',
				message: `${counted(this.read, noun, 'read')}, and ${this.passed} passed the filters.${limited}`,
				location: 'outputPane',
			},
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

/** Adds what the filters of one item let through to the report of its run. */
export function reportFilters(run: Run, report: FilterReport): void {
	const ofRun = reports.get(run) ?? new FilterReport();
	reports.set(run, ofRun);
	ofRun.add(report);
}

/**
 * Hints on the filters of a run, for the output panel; none where nothing was filtered.
 *
 * @param noun e.g. `order`
 */
export const filterHints =
	(noun: string) =>
	(run: Run): NodeExecutionHint[] =>
		reports.get(run)?.hints(noun) ?? [];
