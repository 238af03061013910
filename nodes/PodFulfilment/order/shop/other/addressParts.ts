// Finds the parts of an address, such as a house number, that another shop keeps in fields beside that of the street.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { keptPartsOf, type KeptPart } from '../keptAside';
import { namesInPath, pathEnd } from '../values';

/** What stands before the names of all parts of one address: 'Shipping House Number' beside 'Shipping Street'. */
const OF_ADDRESS = /^(?:shipping|shipto|ship|delivery|recipient|receiver|buyer|customer|billing)/;

/** Of these objects, `number` is that of the person or of the order. */
const NO_ADDRESS =
	/(?:customer|buyer|client|user|account|person|contact|recipient|receiver|order|data|body)$/;

/**
 * The parts beside the street at a path.
 *
 * @param elsewhere paths of fields that are not of the address: the order's number and its lines
 */
export function partsBeside(
	order: IDataObject,
	streetPath: string,
	elsewhere: readonly string[],
): KeptPart[] {
	const { holder, name = '' } = pathEnd(order, streetPath) ?? {};
	if (!isObject(holder)) return [];
	const [prefix = ''] = OF_ADDRESS.exec(comparableName(name)) ?? [];
	const nameOfHolder = comparableName(namesInPath(streetPath).at(-2) ?? '');
	const isAddress =
		holder !== order &&
		// A row of a spreadsheet holds the whole order.
		!/^\d*$/.test(nameOfHolder) &&
		!NO_ADDRESS.test(nameOfHolder) &&
		elsewhere.every((path) => pathEnd(order, path)?.holder !== holder);
	return keptPartsOf(
		Object.entries(holder)
			.filter(([other]) => other !== name)
			.flatMap(([other, value]) => {
				const comparable = comparableName(other);
				const isPrefixed = prefix !== '' && comparable.startsWith(prefix);
				return [
					{ name: other, value, isOfAddress: isAddress },
					...(isPrefixed
						? [{ name: comparable.slice(prefix.length), value, isOfAddress: false }]
						: []),
				];
			}),
	);
}
