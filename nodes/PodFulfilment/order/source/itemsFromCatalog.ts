import { lookUpVariant } from '../../api/catalog/variantLookup';
import { completeItem, namedItem, stockWarning } from '../items/completion';
import type { EnteredItem } from '../items/item';
import { printFileWarnings } from '../items/printFile';
import { Problems, type Problem } from '../problems';
import { withVariantId } from '../items/variantBySku';
import type { OperationCall } from '../../execution/operation';

/** Items ready to send, with the problems and warnings found. */
interface CheckedItems {
	items: EnteredItem[];
	/**
	 * The same items without the names that the catalog gave them. They are compared with those of an existing order: a
	 * variant may have been renamed since.
	 */
	comparedItems: EnteredItem[];
	warnings: string[];
	/** Warnings about print files that are pages. */
	toReview: string[];
	problems: Problem[];
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

const hasVariant = ({ variantId, sku }: EnteredItem): boolean =>
	variantId !== undefined || sku !== undefined;

async function checkedItem(
	{ client }: OperationCall,
	entered: EnteredItem,
	{ field, warningField = field, skuField, placementRows, exists = false }: ItemLabels,
	fillFromCatalog: boolean,
): Promise<CheckedItems> {
	const problems = new Problems();
	const warnings: string[] = [];
	let item = entered;
	let named = entered;
	try {
		// A missing variant was refused before.
		if (hasVariant(entered) && !exists) {
			const given = await withVariantId(client, entered, skuField);
			item = given;
			named = given;
			if (fillFromCatalog) {
				const variant = await lookUpVariant(client, given.variantId);
				item = completeItem(given, variant, field, problems.check, placementRows);
				named = namedItem(item, variant);
				const warning = stockWarning(variant, warningField);
				if (warning !== undefined) warnings.push(warning);
			}
		}
	} catch (error) {
		problems.add(error);
	}
	const pages = printFileWarnings(item, warningField);
	return {
		items: [named],
		comparedItems: [item],
		warnings: [...warnings, ...pages],
		toReview: pages,
		problems: problems.found,
	};
}

/**
 * Resolves variants that are named by SKU, completes and names items from the catalog, and checks them.
 *
 * @param labelsOf labels of an item in messages, by its index
 * @param fillFromCatalog whether to read the catalog; otherwise only the service checks them
 */
export async function itemsFromCatalog(
	call: OperationCall,
	items: EnteredItem[],
	labelsOf: (index: number) => ItemLabels,
	fillFromCatalog: boolean,
): Promise<CheckedItems> {
	const checked = await Promise.all(
		items.map(
			async (item, index) => await checkedItem(call, item, labelsOf(index), fillFromCatalog),
		),
	);
	return {
		items: checked.flatMap((found) => found.items),
		comparedItems: checked.flatMap((found) => found.comparedItems),
		warnings: checked.flatMap(({ warnings }) => warnings),
		toReview: checked.flatMap(({ toReview }) => toReview),
		problems: checked.flatMap(({ problems }) => problems),
	};
}
