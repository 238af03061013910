import { completeItem, stockWarning } from '../../compose/completion';
import type { Item } from '../../compose/item';
import { printFileWarnings } from '../../compose/printFile';
import { Problems, type Problem } from '../../compose/problems';
import { lookUpVariant } from '../../api/variantLookup';
import type { OperationCall } from '../../execution/operation';

/** Items as they are sent, with what was found about them. */
interface CheckedItems {
	items: Item[];
	warnings: string[];
	problems: Problem[];
}

async function checkedItem(
	{ client }: OperationCall,
	given: Item,
	field: string,
	fillFromCatalog: boolean,
): Promise<CheckedItems> {
	const problems = new Problems();
	const warnings: string[] = [];
	let item = given;
	// Without a variant, which was refused before, there is nothing to look up.
	if (fillFromCatalog && given.variantId !== undefined) {
		try {
			const variant = await lookUpVariant(client, given.variantId);
			item = completeItem(given, variant, field, problems.check);
			warnings.push(...[stockWarning(variant, field) ?? []].flat());
		} catch (error) {
			problems.add(error);
		}
	}
	warnings.push(...printFileWarnings(item, field));
	return { items: [item], warnings, problems: problems.found };
}

/**
 * Completes items from the catalog, and checks them.
 *
 * @param fieldOf label of an item in messages, by its index
 * @param fillFromCatalog whether to read the catalog; otherwise the service checks them alone
 */
export async function itemsFromCatalog(
	call: OperationCall,
	items: Item[],
	fieldOf: (index: number) => string,
	fillFromCatalog: boolean,
): Promise<CheckedItems> {
	const checked = await Promise.all(
		items.map(
			async (item, index) => await checkedItem(call, item, fieldOf(index), fillFromCatalog),
		),
	);
	return {
		items: checked.flatMap((found) => found.items),
		warnings: checked.flatMap(({ warnings }) => warnings),
		problems: checked.flatMap(({ problems }) => problems),
	};
}
