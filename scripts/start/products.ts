import type { Sandbox } from '../../sandbox/index.ts';
import type { Product } from '../../sandbox/shops/index.ts';

/** The product that the shop's page begins with. */
const FIRST = 'Ceramic Mug';

/** The shop's own: the catalog has none. */
const PRICE = '14.90';

/**
 * What the shop sells: the first variant of each product of the sandbox's catalog with one of the sandbox's sample files
 * as its print file, the mug first. Products whose options a customer would have to choose are left out.
 */
export function productsOf({ url, control }: Sandbox): Product[] {
	const products = control.products().flatMap(({ name, variants: [variant] }): Product[] => {
		if (!variant || variant.options.some(({ required }) => required)) return [];
		const [placement] = variant.placements;
		if (!placement) return [];
		const { type, area } = placement;
		return [
			{
				sku: variant.sku,
				name,
				price: PRICE,
				printFile: `${url}/_sandbox/files/${type}-${area.width}x${area.height}.png`,
				image: variant.image,
			},
		];
	});
	const isFirst = ({ name }: Product) => name === FIRST;
	return [...products.filter(isFirst), ...products.filter((product) => !isFirst(product))];
}
