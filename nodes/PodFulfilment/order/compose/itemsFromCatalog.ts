// Entered items, with their variants from the catalog: resolves SKUs, has items completed and checked, names them, and says what may
// go wrong with them all the same.

import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { variantIdOfSku } from '../../api/catalog/skuIndex';
import { lookUpVariant } from '../../api/catalog/variantLookup';
import { refuse } from '../../input/checks';
import { nextTurn } from '../../input/nextTurn';
import { trimmed } from '../../input/text';
import { quote } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { Findings } from '../findings';
import { completeItem } from './completion';
import type { LabelOf } from './fieldLabel';
import type { EnteredItem, Item } from './item';
import { printFileWarnings } from './printFile';

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
	const { sku, variantId: givenId, ...item } = entered;
	if (sku === undefined && givenId !== undefined) return entered as Item;
	const variantId = await variantIdOfSku(client, sku ?? '', field);
	if (givenId !== undefined && givenId !== variantId) {
		return refuse(
			field,
			`is ${quote(sku)}, which is the SKU of variant ${quote(variantId)}, but the given variant ID is ${quote(givenId)}`,
			'Leave out one of the two.',
		);
	}
	return { ...item, quantity: entered.quantity, placements: entered.placements, variantId };
}

/**
 * Gives an item the name of its variant where it has none. Adds to the findings what may go wrong with it all the same: its
 * variant is out of stock, a print file is a page.
 *
 * @param variant undefined where the catalog was not read
 * @param label what warnings call the item
 */
export function namedItem<One extends EnteredItem>(
	item: One,
	variant: CatalogVariant | undefined,
	label: string,
	findings: Findings,
): One {
	if (variant?.inStock === false) {
		findings.warn(
			`${label}: the variant "${variant.name}" is out of stock, so it may take longer`,
			'outOfStock',
		);
	}
	for (const text of printFileWarnings(item, label)) findings.review(text, 'printFile');
	const name = trimmed(item.name) || variant?.itemName;
	return variant && name ? { ...item, name } : item;
}

/** An item to be completed, and what messages call it and its fields. */
interface ItemToComplete {
	entered: EnteredItem;
	labelOf: LabelOf;
	/** Whether it is that of an existing order, so that nothing of it is read from the catalog. */
	exists: boolean;
}

async function itemFromCatalog(
	client: ApiClient,
	{ entered, labelOf, exists }: ItemToComplete,
	fillFromCatalog: boolean,
) {
	const findings = new Findings('line');
	let item = entered;
	let variant: CatalogVariant | undefined;
	try {
		// A missing variant was refused before.
		if ((entered.variantId ?? entered.sku) !== undefined && !exists) {
			const given = await withVariantId(client, entered, labelOf('sku'));
			item = given;
			if (fillFromCatalog) {
				variant = await lookUpVariant(client, given.variantId);
				// Most items wait for the same answer, and go on together.
				await nextTurn();
				item = completeItem(given, variant, labelOf, findings.check);
			}
		}
	} catch (error) {
		findings.refused(error);
	}
	const named = namedItem(item, variant, labelOf(''), findings);
	return { item, named, findings: findings.list };
}

/**
 * Resolves variants that are named by SKU, completes and names items from the catalog, and checks them.
 *
 * @param fillFromCatalog whether to read the catalog; otherwise only the service checks them
 * @returns for each what it became: `named`, ready to send; `item`, the same without the name that the catalog gave it, to
 *   compare with that of an existing order, since a variant may have been renamed; and what was found. A print file that is a
 *   page is to be reviewed
 */
export const itemsFromCatalog = async (
	client: ApiClient,
	items: readonly ItemToComplete[],
	fillFromCatalog: boolean,
) =>
	await Promise.all(
		items.map(async (item) => await itemFromCatalog(client, item, fillFromCatalog)),
	);
