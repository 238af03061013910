import { orderFieldLabel, type InputModes } from '../fieldLabel';
import { itemsFromFields } from '../items/itemFields';
import { itemsFromJson } from '../items/itemsFromJson';
import { Problems } from '../problems';
import { completeRecipientFromJson, completeRecipientOf } from '../recipient/recipient';
import type { OperationCall } from '../../execution/operation';
import { externalIdOf } from '../../input/checks';
import type { OrderSource } from '../composedOrder';
import { overlongTexts } from '../textBounds';
import { itemsFromCatalog } from './itemsFromCatalog';

/** Composes an order from the fields Recipient and Items, or their JSON. */
export function orderFromFields(call: OperationCall): OrderSource {
	const { parameter } = call;
	const entered: InputModes = {
		recipient: parameter('specifyRecipient', 'fields'),
		items: parameter('specifyItems', 'fields'),
	};
	const { check, found } = new Problems();
	const externalIdValue = parameter('externalId');
	const recipientValue =
		entered.recipient === 'json' ? parameter('recipientJson') : parameter('recipient', {});
	const itemsValue = entered.items === 'json' ? parameter('itemsJson') : parameter('items', {});
	const shipping = parameter<string>('shipping', 'STANDARD');
	const { fillFromCatalog = true } = parameter<{ fillFromCatalog?: boolean }>('options', {});

	const externalId = check(() => externalIdOf(externalIdValue));
	const recipient = check(() =>
		entered.recipient === 'json'
			? completeRecipientFromJson(recipientValue, undefined, check)
			: completeRecipientOf(recipientValue, undefined, check),
	);
	const items = check(() =>
		entered.items === 'json'
			? itemsFromJson(itemsValue, check)
			: itemsFromFields(itemsValue, check),
	);

	const fieldLabel = (path: string): string => orderFieldLabel(path, entered);
	return {
		externalId,
		fieldLabel,
		async compose() {
			const [label, skuLabel] =
				entered.items === 'json' ? ['Items (JSON)', 'SKU'] : ['Items', 'Variant'];
			const checked = await itemsFromCatalog(
				call,
				items ?? [],
				(index) => {
					const field = `${label} → Item ${index + 1}`;
					return { field, skuField: `${field} → ${skuLabel}` };
				},
				fillFromCatalog,
			);
			const body = { externalId, shipping, recipient, orderItems: checked.items };
			return {
				body,
				warnings: checked.warnings,
				problems: [...found, ...checked.problems, ...overlongTexts(body, fieldLabel)],
			};
		},
	};
}
