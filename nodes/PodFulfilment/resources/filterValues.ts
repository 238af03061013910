// Reads the parameter 'Filters' of 'Get Many' and the statuses chosen in it, and refuses an unknown status.

import type { IDataObject } from 'n8n-workflow';

import { knownStatusIn } from '../api/memberFilters';
import { refuse } from '../input/checks';
import { isObject } from '../input/guards';
import { quotedList, quote } from '../input/wording';
import type { OperationCall } from '../execution/operation';

/** Label of a filter in messages. */
export const filterLabel = (label: string): string => `Filters → ${label}`;

/**
 * Reads the values of 'Filters'.
 *
 * @throws UserError when an expression returns something else
 */
export function filterValues({ parameter }: OperationCall): IDataObject {
	const values = parameter<unknown>('filters', {});
	if (values === undefined || values === null || values === '') return {};
	if (isObject(values)) return values;
	return refuse(
		'Filters',
		`is ${quote(values)}, but must be an object`,
		'Add the filters one by one.',
	);
}

/**
 * Reads the chosen statuses: a list as the editor stores it, or comma-separated text from an AI agent or an expression.
 *
 * @param statuses all statuses in the spec (section 3)
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
				knownStatusIn(entry, statuses) ??
				refuse(
					filterLabel(label),
					`contains ${quote(entry)}, which is not a status`,
					`Choose from ${quotedList(statuses)}.`,
				),
		);
	return [...new Set(chosen)];
}
