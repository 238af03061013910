import { isObject } from '../../input/guards';

/** Fields that only the client sets, by the property they belong to. The service may add any other field. */
const CLIENT_FIELDS: Record<string, readonly string[]> = {
	recipient: [
		'name',
		'company',
		'address1',
		'address2',
		'city',
		'stateCode',
		'zip',
		'countryCode',
		'phone',
		'email',
		'taxNumber',
	],
	orderItems: ['externalId', 'retailPrice', 'placements', 'options'],
	placements: ['placementOptions'],
};

/** Property that identifies the entries of a list. The order of these lists does not matter. */
const KEY_OF_LIST: Record<string, string> = {
	orderItems: 'externalId',
	placements: 'type',
	options: 'id',
	placementOptions: 'name',
};

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

/** The service may format a price differently: '24.9' for '24.90'. */
const samePrice = (sent: unknown, existing: unknown): boolean =>
	/^\d+(\.\d+)?$/.test(String(sent)) && Number(sent) === Number(existing);

const sameValue = (sent: unknown, existing: unknown, name: string): boolean =>
	typeof existing !== 'object' &&
	(String(sent) === String(existing) || (name === 'retailPrice' && samePrice(sent, existing)));

function differingListPaths(
	sent: unknown[],
	existing: unknown[],
	path: string,
	name: string,
): string[] {
	if (existing.length !== sent.length) return [path];
	const key = KEY_OF_LIST[name];
	const unmatched = [...existing];
	return sent.flatMap((entry, index) => {
		const hasKey = key !== undefined && isObject(entry) && !isEmpty(entry[key]);
		const byKey = hasKey
			? unmatched.findIndex((other) => isObject(other) && other[key] === entry[key])
			: -1;
		// The external ID of an order item may itself be what differs; then the items are matched by index.
		const byIndex = !hasKey || name === 'orderItems' ? unmatched.indexOf(existing[index]) : -1;
		const found = byKey === -1 ? byIndex : byKey;
		const [other] = found === -1 ? [undefined] : unmatched.splice(found, 1);
		return differingPaths(entry, other, `${path}[${index}]`, name);
	});
}

function differingObjectPaths(
	sent: Record<string, unknown>,
	existing: Record<string, unknown>,
	path: string,
	name: string,
): string[] {
	const sentKeys = Object.keys(sent).filter((key) => sent[key] !== undefined);
	const keys = new Set([...sentKeys, ...(CLIENT_FIELDS[name] ?? [])]);
	return [...keys].flatMap((key) =>
		differingPaths(sent[key], existing[key], path === '' ? key : `${path}.${key}`, key),
	);
}

/**
 * The property paths at which an existing order differs from the one sent. Compares what is sent, and fields of the
 * existing order that only a client sets. Ignores what the service adds.
 *
 * @param path path of the value within the order
 * @param name name of the property that has the value; decides which of its fields only the client sets
 * @returns paths such as `orderItems[0].quantity`; empty when the content is the same
 */
export function differingPaths(sent: unknown, existing: unknown, path = '', name = ''): string[] {
	if (isEmpty(sent)) return isEmpty(existing) ? [] : [path];
	if (Array.isArray(sent)) {
		return Array.isArray(existing) ? differingListPaths(sent, existing, path, name) : [path];
	}
	if (isObject(sent)) {
		return isObject(existing) ? differingObjectPaths(sent, existing, path, name) : [path];
	}
	return sameValue(sent, existing, name) ? [] : [path];
}
