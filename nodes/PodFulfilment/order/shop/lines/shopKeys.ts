// What SKU Mapping may call a line: its SKUs, or of a line without one the shop's other IDs, such as that of a variation.

import { quote } from '../../../input/wording';
import type { ShopLine } from '../shopOrder';

type Named = Pick<ShopLine, 'skus' | 'otherIds'>;

/** What a row of SKU Mapping may have as its Shop SKU for a line to be its own, the most exact first. */
export const shopKeysOf = ({ skus, otherIds = [] }: Named): string[] =>
	skus.length > 0 ? skus : otherIds.map(({ id }) => id);

/** Why no variant is known of a line without an SKU. */
export function withoutSku({ otherIds = [] }: Named): string {
	const ids = otherIds.map(({ name, id }) => `${name} ${quote(id)}`).join(' or ');
	return `it has no SKU${ids === '' ? '' : `, and SKU Mapping has no row for its ${ids}`}`;
}
