import { isObject } from '../../input/guards';

/** What only the client can have put there, by the name of what holds it. Anything else the service may have added. */
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

/** Lists whose entries have a name of their own; their order says nothing. */
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

/** A price may come back in another notation: '24.9' for '24.90'. */
const samePrice = (sent: unknown, standing: unknown): boolean =>
	/^\d+(\.\d+)?$/.test(String(sent)) && Number(sent) === Number(standing);

const sameValue = (sent: unknown, standing: unknown, name: string): boolean =>
	typeof standing !== 'object' &&
	(String(sent) === String(standing) || (name === 'retailPrice' && samePrice(sent, standing)));

function listDifference(
	sent: unknown[],
	standing: unknown[],
	path: string,
	name: string,
): string[] {
	if (standing.length !== sent.length) return [path];
	const key = KEY_OF_LIST[name];
	const left = [...standing];
	return sent.flatMap((entry, index) => {
		const named = key !== undefined && isObject(entry) && !isEmpty(entry[key]);
		const byName = named
			? left.findIndex((other) => isObject(other) && other[key] === entry[key])
			: -1;
		// The name of an order item is the client's own and may be what differs; then its place says which it is.
		const byPlace = !named || name === 'orderItems' ? left.indexOf(standing[index]) : -1;
		const found = byName === -1 ? byPlace : byName;
		const [other] = found === -1 ? [undefined] : left.splice(found, 1);
		return difference(entry, other, `${path}[${index}]`, name);
	});
}

function objectDifference(
	sent: Record<string, unknown>,
	standing: Record<string, unknown>,
	path: string,
	name: string,
): string[] {
	const given = Object.keys(sent).filter((key) => sent[key] !== undefined);
	const names = new Set([...given, ...(CLIENT_FIELDS[name] ?? [])]);
	return [...names].flatMap((key) =>
		difference(sent[key], standing[key], path === '' ? key : `${path}.${key}`, key),
	);
}

/**
 * The paths at which an order that stands already differs from the one that is sent: whatever is sent, and whatever
 * the standing one has that only a client can have put there. What the service adds by itself is left out.
 *
 * @param name what the value is called where it stands; decides which of its fields are the client's
 * @returns paths such as `orderItems[0].quantity`; empty when the content is the same
 */
export function difference(sent: unknown, standing: unknown, path = '', name = ''): string[] {
	if (isEmpty(sent)) return isEmpty(standing) ? [] : [path];
	if (Array.isArray(sent)) {
		return Array.isArray(standing) ? listDifference(sent, standing, path, name) : [path];
	}
	if (isObject(sent)) {
		return isObject(standing) ? objectDifference(sent, standing, path, name) : [path];
	}
	return sameValue(sent, standing, name) ? [] : [path];
}
