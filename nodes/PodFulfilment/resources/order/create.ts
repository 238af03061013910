import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { exclusivelyOn, externalIdReference } from '../../api/order';
import { lookUpVariant } from '../../api/variantLookup';
import { completeItem, stockWarning } from '../../compose/completion';
import { orderFieldLabel, type InputModes } from '../../compose/fieldLabel';
import type { EnteredItem, Item } from '../../compose/item';
import { SHOPIFY_ITEMS, SPREADSHEET_ITEMS, WOOCOMMERCE_ITEMS } from '../../compose/itemExamples';
import { itemsFromFields } from '../../compose/itemFields';
import { itemsField } from '../../compose/itemProperties';
import { itemsFromJson } from '../../compose/itemsFromJson';
import { printFileWarnings } from '../../compose/printFile';
import { completeRecipientFromJson, completeRecipientOf } from '../../compose/recipient';
import { recipientFields } from '../../compose/recipientFields';
import { withVariantId } from '../../compose/variantBySku';
import { defineOperation } from '../../execution/defineOperation';
import { PLACEMENT_NOTES } from '../../execution/doubt';
import type { OperationCall } from '../../execution/operation';
import { draftHint } from '../../fields/hints';
import { optionsField } from '../../fields/options';
import { simplifyFields } from '../../fields/simplify';
import { externalIdOf } from '../../input/checks';
import { createOnce, type IfExists } from './createOnce';
import { externalIdField, ifExistsField, shippingField } from './fields';
import { orderResult } from './orderResult';

const fieldsOrJson = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	default: 'fields',
	description,
});

/** Formats an expression for a field's hint, which is HTML. */
const asHint = (expression: string): string => `<code>${expression.replaceAll('>', '&gt;')}</code>`;

const fields: INodeProperties[] = [
	externalIdField,
	shippingField,
	fieldsOrJson('Specify Recipient', 'specifyRecipient', 'How to enter the address'),
	{
		displayName: 'Recipient',
		name: 'recipient',
		type: 'collection',
		placeholder: 'Add Field',
		// Shows the fields that every address has; a collection is otherwise empty at first.
		default: { name: '', address1: '', city: '', zip: '', countryCode: '' },
		displayOptions: { show: { specifyRecipient: ['fields'] } },
		description: 'Who gets the parcel, and where',
		// In the order of an address, not sorted by label.
		options: recipientFields,
	},
	{
		displayName: 'Recipient (JSON)',
		name: 'recipientJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { specifyRecipient: ['json'] } },
		description:
			'The address as a JSON object, for example { "name": "Nathan Doe", "address1": "12 Harbour Street", "city": "Hamburg", "zip": "20457", "countryCode": "DE" }',
	},
	fieldsOrJson('Specify Items', 'specifyItems', 'How to enter what to produce'),
	{ ...itemsField, displayOptions: { show: { specifyItems: ['fields'] } } },
	{
		displayName: 'Items (JSON)',
		name: 'itemsJson',
		type: 'json',
		default: '[]',
		displayOptions: { show: { specifyItems: ['json'] } },
		description:
			'A list of items, each with the service\'s own names, or in short: [{ "variantId": "…", "quantity": 1, "files": { "front": "https://…" }, "options": { "dial_color": "black" } }]. If there is one print file only, "files" may be its address alone. In place of "variantId", "sku" takes the SKU of the variant.',
		hint: [
			`<b>Shopify order</b> ${asHint(SHOPIFY_ITEMS)}`,
			`<b>WooCommerce order</b> ${asHint(WOOCOMMERCE_ITEMS)}`,
			`<b>Spreadsheet row</b> ${asHint(SPREADSHEET_ITEMS)}`,
		].join('<br>'),
	},
	...simplifyFields('order'),
	optionsField([
		{
			displayName: 'Fill From Catalog',
			name: 'fillFromCatalog',
			type: 'boolean',
			default: true,
			description:
				'Whether to complete type, technique and position of each placement from the catalog, and to check options and placements before the order is sent. A variant that is out of stock does not stop the order: the output then says so under "warnings".',
		},
		ifExistsField,
	]),
];

/** An item with warnings for the user. */
interface CheckedItem {
	item: Item;
	warnings: string[];
}

async function completedItem(
	{ client }: OperationCall,
	item: Item,
	field: string,
): Promise<CheckedItem> {
	const variant = await lookUpVariant(client, item.variantId);
	return {
		item: completeItem(item, variant, field),
		warnings: [stockWarning(variant, field) ?? []].flat(),
	};
}

/**
 * Items as they are sent.
 *
 * @param fillFromCatalog whether to complete and check them with the catalog
 */
async function checkedItems(
	call: OperationCall,
	items: EnteredItem[],
	entered: InputModes['items'],
	fillFromCatalog: boolean,
): Promise<CheckedItem[]> {
	return await Promise.all(
		items.map(async (enteredItem, index) => {
			const field = `${entered === 'json' ? 'Items (JSON)' : 'Items'} → Item ${index + 1}`;
			const variantField = `${field} → ${entered === 'json' ? 'SKU' : 'Variant'}`;
			const given = await withVariantId(call.client, enteredItem, variantField);
			const { item, warnings } = fillFromCatalog
				? await completedItem(call, given, field)
				: { item: given, warnings: [] };
			return { item, warnings: [...warnings, ...printFileWarnings(item, field)] };
		}),
	);
}

/** POST /api/orders (spec section 4). */
export const create = defineOperation('order', {
	name: 'Create',
	value: 'create',
	action: 'Create an order',
	description: 'Place a new order. It is produced once it is confirmed.',
	fields,
	executionHint: draftHint,
	changeNotes: PLACEMENT_NOTES,
	async perform(call) {
		const { parameter } = call;
		const externalId = externalIdOf(parameter('externalId'));
		const entered: InputModes = {
			recipient: parameter('specifyRecipient', 'fields'),
			items: parameter('specifyItems', 'fields'),
		};
		const recipient =
			entered.recipient === 'json'
				? completeRecipientFromJson(parameter('recipientJson'))
				: completeRecipientOf(parameter('recipient', {}));
		const items =
			entered.items === 'json'
				? itemsFromJson(parameter('itemsJson'))
				: itemsFromFields(parameter('items', {}));
		const shipping = parameter<string>('shipping', 'STANDARD');
		const { fillFromCatalog = true, ifExists = 'returnExisting' } = parameter<{
			fillFromCatalog?: boolean;
			ifExists?: IfExists;
		}>('options', {});
		const toResult = orderResult(call);
		const reference = externalIdReference(externalId);
		// With what is read before: items of one run are placed in their order, and a service may look before it writes.
		return await exclusivelyOn(call.client, reference, async () => {
			const checked = await checkedItems(call, items, entered.items, fillFromCatalog);
			const order: IDataObject & { externalId: string } = {
				externalId,
				shipping,
				recipient,
				orderItems: checked.map(({ item }) => item),
			};
			const placed = await createOnce(call, order, {
				ifExists,
				fieldLabel: (path) => orderFieldLabel(path, entered),
			});
			const warnings = [...checked.flatMap((item) => item.warnings), ...placed.warnings];
			return [toResult(placed.order, warnings)];
		});
	},
});
