import type { IDataObject } from 'n8n-workflow';

import { differencesOf } from '../../api/difference';
import { shippingOf } from '../choices';
import { orderFieldLabel, type InputModes } from '../fieldLabel';
import type { EnteredItem } from '../items/item';
import { itemsFromRows } from '../items/itemsFromRows';
import { itemsFromJson } from '../items/itemsFromJson';
import { printFileWarnings } from '../items/printFile';
import { Problems } from '../problems';
import { completeRecipientFromJson, completeRecipientOf } from '../recipient/recipient';
import type { OperationCall } from '../../execution/operation';
import { externalIdOf, optionalChoice } from '../../input/checks';
import { rowsOf } from '../../input/guards';
import { parseJsonField } from '../../input/jsonField';
import type { OrderSource } from '../composedOrder';
import { overlongTexts } from '../textBounds';
import { itemsFromCatalog } from './itemsFromCatalog';

/** Composes an order from the fields Recipient and Items, or their JSON. */
export function orderFromFields(call: OperationCall): OrderSource {
	const { parameter } = call;
	const { check, found } = new Problems();
	const modeOf = (name: string, field: string): 'fields' | 'json' =>
		check(() => optionalChoice(parameter(name, 'fields'), field, ['fields', 'json'])) ?? 'fields';
	const entered: InputModes = {
		recipient: modeOf('specifyRecipient', 'Specify Recipient'),
		items: modeOf('specifyItems', 'Specify Items'),
	};
	const externalIdValue = parameter('externalId');
	const recipientValue =
		entered.recipient === 'json' ? parameter('recipientJson') : parameter('recipient', {});
	const itemsValue = entered.items === 'json' ? parameter('itemsJson') : parameter('items', {});
	const shippingValue = parameter('shipping', 'STANDARD');
	const { fillFromCatalog = true } = parameter<{ fillFromCatalog?: boolean }>('options', {});

	const externalId = check(() => externalIdOf(externalIdValue));
	const shipping = check(() => shippingOf(shippingValue));
	const recipient = check(() =>
		entered.recipient === 'json'
			? completeRecipientFromJson(recipientValue, undefined, check)
			: completeRecipientOf(recipientValue, undefined, check),
	);
	const items = check(() =>
		entered.items === 'json' ? itemsFromJson(itemsValue, check) : itemsFromRows(itemsValue, check),
	);

	/** What the last composing gave; an existing order is compared with it. */
	let comparedItems: EnteredItem[] = [];
	const rows = entered.items === 'fields' ? rowsOf(itemsValue, 'item') : [];
	/** 'Items (JSON)' as the user wrote it: only read where a message names a field. */
	let writtenItems: unknown = entered.items === 'fields' ? itemsValue : undefined;
	const fieldLabel = (path: string): string => {
		if (items) writtenItems ??= parseJsonField(itemsValue, 'Items (JSON)');
		return orderFieldLabel(path, entered, writtenItems);
	};

	/** The items as they were entered, if all that can be compared without the catalog is as in an existing order. */
	const itemsAsIn = (existing: IDataObject): EnteredItem[] | undefined => {
		if (found.length > 0 || !items) return undefined;
		const isComparable = items.every((item) => item.externalId !== undefined || item.variantId);
		const orderItems = items.map((item) => ({ ...item }));
		for (const item of orderItems) delete item.sku;
		const differences = differencesOf({ externalId, shipping, recipient, orderItems }, existing);
		return isComparable && differences.length === 0 ? orderItems : undefined;
	};

	return {
		externalId,
		fieldLabel,
		differencesTo: async (existing, body) =>
			await Promise.resolve(differencesOf({ ...body, orderItems: comparedItems }, existing)),
		async compose(_isCheck, look) {
			const [label, skuLabel] =
				entered.items === 'json' ? ['Items (JSON)', 'SKU'] : ['Items', 'Variant'];
			const labelOf = (index: number): string => `${label} → Item ${index + 1}`;
			const same = look?.found && look.isEnough ? itemsAsIn(look.found) : undefined;
			if (same) {
				comparedItems = same;
				return {
					body: { externalId, shipping, recipient, orderItems: same },
					warnings: same.flatMap((item, index) => printFileWarnings(item, labelOf(index))),
					problems: [],
				};
			}
			const checked = await itemsFromCatalog(
				call,
				items ?? [],
				(index) => {
					const field = labelOf(index);
					const row = rows[index];
					const placementRows = row && rowsOf(row.placements, 'placement').length;
					return { field, skuField: `${field} → ${skuLabel}`, placementRows };
				},
				fillFromCatalog,
			);
			({ comparedItems } = checked);
			const body = { externalId, shipping, recipient, orderItems: checked.items };
			return {
				body,
				warnings: checked.warnings,
				problems: [...found, ...checked.problems, ...overlongTexts(body, fieldLabel)],
			};
		},
	};
}
