import { serviceText } from '../../input/wording';

/** Characters of a product's name in a message. */
const MAX_NAME_LENGTH = 60;

/**
 * How messages refer to a line of the shop's order.
 *
 * @param index place of the line in the shop's order, from 0
 */
export function lineLabel(
	index: number,
	name: string | undefined,
	skus: readonly string[],
): string {
	const parts = [
		...(name === undefined ? [] : [serviceText(name, MAX_NAME_LENGTH)]),
		...skus.slice(0, 1).map((sku) => `SKU ${serviceText(sku, MAX_NAME_LENGTH)}`),
	];
	return `Line ${index + 1}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
