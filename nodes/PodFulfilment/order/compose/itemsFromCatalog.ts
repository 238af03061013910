// Makes entered items ready to send, step by step: SKU to variant, completion (completion.ts) and name from the catalog,
// stock, print files that may be no files. Collects what was found about each item.

import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { variantIdOfSku } from '../../api/catalog/locatedVariant';
import { lookUpVariant } from '../../api/catalog/variantLookup';
import type { OperationCall } from '../../execution/operation';
import { refuse } from '../../input/checks';
import { trimmed } from '../../input/guards';
import { nextTurn } from '../../input/nextTurn';
import { quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { Findings, type Finding } from '../findings';
import { completeItem } from './completion';
import type { EnteredItem, Item } from './item';
import { printFileWarnings } from './printFile';

const isNamedById = (item: EnteredItem): item is Item =>
	item.sku === undefined && item.variantId !== undefined;

/**
 * Replaces the SKU of an item by the ID of its variant. Returns an item that was entered by ID as it is.
 *
 * @param field label of the variant's field in error messages
 * @throws UserError for a SKU of no variant, of several, or of another variant than the given ID
 * @throws ServiceError when the catalog cannot be read
 */
export async function withVariantId(
	client: ApiClient,
	entered: EnteredItem,
	field: string,
): Promise<Item> {
	if (isNamedById(entered)) return entered;
	const { sku = '', variantId: givenId, ...item } = entered;
	const variantId = await variantIdOfSku(client, sku, field);
	if (givenId !== undefined && givenId !== variantId) {
		return refuse(
			field,
			`is ${quote(sku)}, which is the SKU of variant ${quote(variantId)}, but the given variant ID is ${quote(givenId)}`,
			'Leave out one of the two.',
		);
	}
	return { ...item, quantity: entered.quantity, placements: entered.placements, variantId };
}

/** The item with the name of its variant in the catalog, where it has none of its own. */
const namedItem = <Entry extends EnteredItem>(item: Entry, { itemName }: CatalogVariant): Entry =>
	trimmed(item.name) !== '' || itemName === '' ? item : { ...item, name: itemName };

/** Items ready to send, with what was found about them. */
interface CheckedItems {
	items: EnteredItem[];
	/**
	 * The same items without the names that the catalog gave them. They are compared with those of an existing order: a
	 * variant may have been renamed since.
	 */
	comparedItems: EnteredItem[];
	/** A print file that is a page is to be reviewed. */
	findings: Finding[];
}

/** What messages call an item, and the field that holds the SKU of its variant. */
interface ItemLabels {
	field: string;
	/** What warnings call it, where that differs. */
	warningField?: string;
	skuField: string;
	/** How many of its placements are rows in the editor; see {@link completeItem}. */
	placementRows?: number;
	/** Whether the item is that of an existing order, so that nothing of it is read from the catalog. */
	exists?: boolean;
}

/**
 * Resolves variants that are named by SKU, completes and names items from the catalog, and checks them.
 *
 * @param labelsOf labels of an item in messages, by its index
 * @param fillFromCatalog whether to read the catalog; otherwise only the service checks them
 */
export async function itemsFromCatalog(
	{ client }: OperationCall,
	items: EnteredItem[],
	labelsOf: (index: number) => ItemLabels,
	fillFromCatalog: boolean,
): Promise<CheckedItems> {
	const checkedItem = async (entered: EnteredItem, index: number) => {
		const labels = labelsOf(index);
		const { field, warningField = field, skuField, placementRows, exists = false } = labels;
		const findings = new Findings();
		let item = entered;
		let named = entered;
		try {
			// A missing variant was refused before.
			if ((entered.variantId ?? entered.sku) !== undefined && !exists) {
				const given = await withVariantId(client, entered, skuField);
				item = given;
				named = given;
				if (fillFromCatalog) {
					const variant = await lookUpVariant(client, given.variantId);
					// Most items wait for the same answer, and go on together.
					await nextTurn();
					item = completeItem(given, variant, field, findings.check, placementRows);
					named = namedItem(item, variant);
					if (!variant.inStock) {
						findings.warn(
							`${warningField}: the variant "${variant.name}" is out of stock, so it may take longer`,
						);
					}
				}
			}
		} catch (error) {
			findings.refused(error);
		}
		for (const text of printFileWarnings(item, warningField)) findings.review(text);
		return { named, item, findings: findings.list };
	};
	const checked = await Promise.all(items.map(checkedItem));
	return {
		items: checked.map(({ named }) => named),
		comparedItems: checked.map(({ item }) => item),
		findings: checked.flatMap(({ findings }) => findings),
	};
}
