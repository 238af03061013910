import type { IDataObject } from 'n8n-workflow';

import { isObject } from './inputs';

/** A price may come back in another notation: '24.9' for '24.90'. */
const sameValue = (sent: unknown, standing: unknown, name: string): boolean =>
	String(sent ?? '') === String(standing ?? '') ||
	(name === 'retailPrice' &&
		/^\d+(\.\d+)?$/.test(String(sent)) &&
		Number(sent) === Number(standing));

const byKey = (entries: unknown[], key: string): Map<unknown, unknown> =>
	new Map(entries.filter(isObject).map((entry) => [entry[key], entry]));

/** Lists whose entries have a name of their own; their order says nothing. */
const KEY_OF_LIST: Record<string, string> = {
	placements: 'type',
	options: 'id',
	placementOptions: 'name',
};

function listDifference(sent: unknown[], standing: unknown, path: string, name: string): string[] {
	if (!Array.isArray(standing) || standing.length !== sent.length) return [path];
	const key = KEY_OF_LIST[name];
	const byName = key === undefined ? undefined : byKey(standing as unknown[], key);
	return sent.flatMap((entry, index) => {
		const other =
			key !== undefined && isObject(entry) && entry[key] !== undefined
				? byName?.get(entry[key])
				: (standing as unknown[])[index];
		return difference(entry, other, `${path}[${index}]`, name);
	});
}

/**
 * The paths at which an order that stands already differs from the one that is sent. Only what is sent is compared:
 * the service adds fields of its own.
 *
 * @returns paths such as `orderItems[0].quantity`; empty when the content is the same
 */
export function difference(sent: unknown, standing: unknown, path = '', name = ''): string[] {
	if (Array.isArray(sent)) return listDifference(sent as unknown[], standing, path, name);
	if (isObject(sent)) {
		if (!isObject(standing)) return [path];
		return Object.entries(sent as IDataObject)
			.filter(([, value]) => value !== undefined)
			.flatMap(([key, value]) =>
				difference(value, standing[key], path === '' ? key : `${path}.${key}`, key),
			);
	}
	return sameValue(sent, standing, name) ? [] : [path];
}
