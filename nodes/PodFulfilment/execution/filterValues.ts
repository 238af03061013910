import type { IDataObject } from 'n8n-workflow';

import { statusIn } from '../api/memberFilters';
import { refuse } from '../input/checks';
import { isObject } from '../input/guards';
import { quotedList, quote } from '../input/wording';
import type { OperationCall } from './operation';

/** The label of a filter in messages. */
export const filterLabel = (label: string): string => `Filters → ${label}`;

/**
 * The values of 'Filters'.
 *
 * @throws UserError when an expression gives something else
 */
export function filterValues({ parameter }: OperationCall): IDataObject {
	const values = parameter<unknown>('filters', {});
	if (values === undefined || values === null || values === '') return {};
	if (isObject(values)) return values;
	return refuse(
		'Filters',
		`is ${quote(values)}, and has to be an object`,
		'Add the filters one by one.',
	);
}

/**
 * The statuses that were chosen: a list as the editor stores it, or a comma-separated text of an agent or expression.
 *
 * @param statuses all that the spec names (section 3)
 * @throws UserError for any other status
 */
export function chosenStatuses(
	value: unknown,
	label: string,
	statuses: readonly string[],
): string[] {
	const given = typeof value === 'string' ? value.split(',') : value;
	const entries = Array.isArray(given) ? (given as unknown[]) : [given];
	const chosen = entries
		.filter((entry) => entry !== undefined && entry !== null)
		.filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
		.map(
			(entry) =>
				statusIn(entry, statuses) ??
				refuse(
					filterLabel(label),
					`contains ${quote(entry)}, which is no status`,
					`Choose from ${quotedList(statuses)}.`,
				),
		);
	return [...new Set(chosen)];
}
