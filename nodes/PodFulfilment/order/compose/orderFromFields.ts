// Composes an order from the node's own fields, Recipient and Items, or from their JSON.

import type { IDataObject } from 'n8n-workflow';

import { differencesOf } from '../../api/difference';
import { itemFieldLabel, ITEMS_JSON, orderFieldLabel, type InputModes } from './fieldLabel';
import { itemsFromCatalog } from './completion';
import type { EnteredItem } from './item';
import { itemsField, specifyItemsField } from './itemProperties';
import { itemsFromJson, itemsFromRows } from './enteredItems';
import { printFileWarnings } from './printFile';
import { externalIdField, fillFromCatalogField, shippingField } from '../fields';
import { asProblem, Findings, hasProblem, warning, type Finding } from '../findings';
import { completeRecipientFromJson, completeRecipientOf } from './recipient';
import { repairedRecipient } from './repairs';
import { specifyRecipientField } from './recipientFields';
import type { OperationCall } from '../../execution/operation';
import { optionIn } from '../../input/field';
import { rowsOf } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import { inTurns, type Pieces } from '../../input/nextTurn';
import type { ComposedOrder, FoundBefore, OrderSource } from '../composedOrder';
import { overlongTexts } from '../textBounds';

interface EnteredOrder {
	modes: InputModes;
	externalId: string | undefined;
	shipping: string | undefined;
	recipient: IDataObject | undefined;
	/** Undefined where they cannot be read at all. */
	items: EnteredItem[] | undefined;
	/** The value of 'Items', or of 'Items (JSON)'. */
	itemsValue: unknown;
	fillFromCatalog: boolean;
	/** Problems, and what was repaired. */
	findings: readonly Finding[];
}

/** Reads and checks the parameters, as far as that goes without the catalog. */
function* enteredOrder({ parameter }: OperationCall): Pieces<EnteredOrder> {
	const found = new Findings();
	const { check, list: findings } = found;
	const modes: InputModes = {
		recipient:
			check(() => specifyRecipientField.read(parameter('specifyRecipient', 'fields'))) ?? 'fields',
		items: check(() => specifyItemsField.read(parameter('specifyItems', 'fields'))) ?? 'fields',
	};
	const [isRecipientJson, isItemsJson] = [modes.recipient === 'json', modes.items === 'json'];
	const externalIdValue = parameter('externalId');
	const recipientValue = isRecipientJson ? parameter('recipientJson') : parameter('recipient', {});
	const itemsValue: unknown = isItemsJson ? parameter('itemsJson') : parameter('items', {});
	const shippingValue = parameter('shipping', 'STANDARD');
	const options = parameter<IDataObject>('options', {});
	const externalId = check(() => externalIdField.read(externalIdValue));
	const shipping = check(() => shippingField.read(shippingValue));
	const recipient = isRecipientJson
		? yield* found.checkPieces(completeRecipientFromJson(recipientValue, check, found))
		: check(() => completeRecipientOf(repairedRecipient(recipientValue, found), undefined, check));
	const items = isItemsJson
		? yield* found.checkPieces(itemsFromJson(itemsValue, check))
		: check(() => itemsFromRows(itemsValue, check));
	const fillFromCatalog = check(() => optionIn(options, fillFromCatalogField)) ?? true;
	return { modes, externalId, shipping, recipient, items, itemsValue, fillFromCatalog, findings };
}

/** The labels of an order's fields. 'Items (JSON)' is read again for the first of them: few orders need any. */
function labelsOf({ modes, items, itemsValue }: EnteredOrder): (path: string) => string {
	let written: unknown = modes.items === 'fields' ? itemsValue : undefined;
	return (path) => {
		if (items) written ??= parseJsonField(itemsValue, ITEMS_JSON);
		return orderFieldLabel(path, modes, written);
	};
}

/** The items as entered, if all that can be compared without the catalog is as in an existing order. */
function itemsAsIn(
	{ externalId, shipping, recipient, items, findings }: EnteredOrder,
	existing: IDataObject,
): EnteredItem[] | undefined {
	if (hasProblem(findings) || !items) return undefined;
	const isComparable = items.every((item) => item.externalId !== undefined || item.variantId);
	const orderItems = items.map((item) => ({ ...item }));
	for (const item of orderItems) delete item.sku;
	const differences = differencesOf({ externalId, shipping, recipient, orderItems }, existing);
	return isComparable && differences.length === 0 ? orderItems : undefined;
}

async function completedItems(
	call: OperationCall,
	{ modes, items = [], itemsValue, fillFromCatalog }: EnteredOrder,
	itemLabel: (index: number) => string,
): ReturnType<typeof itemsFromCatalog> {
	const isJson = modes.items === 'json';
	const skuLabel = isJson ? 'SKU' : itemFieldLabel('variantId');
	const rows = isJson ? [] : rowsOf(itemsValue, 'item');
	const labelsOf = (index: number) => {
		const field = itemLabel(index);
		const row = rows[index];
		const placementRows = row && rowsOf(row.placements, 'placement').length;
		return { field, skuField: `${field} → ${skuLabel}`, placementRows };
	};
	return await itemsFromCatalog(call, items, labelsOf, fillFromCatalog);
}

async function compose(
	call: OperationCall,
	entered: EnteredOrder,
	before: FoundBefore | undefined,
): Promise<ComposedOrder> {
	const { modes, externalId, shipping, recipient, findings } = entered;
	const labelOf = labelsOf(entered);
	const itemLabel = (index: number): string =>
		`${modes.items === 'json' ? ITEMS_JSON : itemsField.displayName} → Item ${index + 1}`;
	const composed = (
		orderItems: EnteredItem[],
		comparedItems: EnteredItem[],
		own: readonly Finding[],
	): ComposedOrder => ({
		body: { externalId, shipping, recipient, orderItems },
		findings: [...findings, ...own],
		labelOf,
		// An External ID that an expression gives belongs to a row or an event: another one there would place every order of a
		// second run again.
		isEnteredByHand: () => call.isFixed('externalId'),
		compare: (existing) => ({
			differences: differencesOf(
				{ externalId, shipping, recipient, orderItems: comparedItems },
				existing,
			),
		}),
	});
	const same =
		before?.found && before.isEnoughWithoutCatalog ? itemsAsIn(entered, before.found) : undefined;
	if (same) {
		const warnings = same.flatMap((item, index) => printFileWarnings(item, itemLabel(index)));
		return composed(same, same, warnings.map(warning));
	}
	const completed = await completedItems(call, entered, itemLabel);
	const sent = { externalId, shipping, recipient, orderItems: completed.items };
	return composed(completed.items, completed.comparedItems, [
		// Whoever enters the address of a page sees it in the output: nobody else can have meant something else.
		...completed.findings.map((found) => (found.level === 'review' ? warning(found.text) : found)),
		...overlongTexts(sent, labelOf).map((problem) => asProblem(problem, 'setting')),
	]);
}

export async function orderFromFields(call: OperationCall): Promise<OrderSource> {
	const entered = await inTurns(enteredOrder(call));
	return {
		externalId: entered.externalId,
		compose: async (_isCheck, before) => await compose(call, entered, before),
	};
}
