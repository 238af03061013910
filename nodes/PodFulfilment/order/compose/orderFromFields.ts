// Composes an order from the node's own fields, Recipient and Items, or from their JSON. Reads and checks the items, and the
// changes of one.

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { differencesOf } from '../../api/difference';
import type { OperationCall } from '../../execution/operation';
import { addedRows } from '../../input/addedFields';
import { isBlank, refuse } from '../../input/checks';
import { joinLabels } from '../../input/field';
import { jsonFieldInPieces } from '../../input/jsonField';
import { locatorChoice, locatorText, SKU_MODE } from '../../input/locatorValue';
import { inTurns, type Pieces } from '../../input/nextTurn';
import { isObject, rowsOf } from '../../input/objects';
import type { ComposedOrder, FoundBefore, OrderSource } from '../composedOrder';
import { externalIdField, fillFromCatalogField, shippingField } from '../fields';
import {
	asProblem,
	checkedOption,
	Findings,
	hasProblem,
	throwAtOnce,
	warning,
	type Check,
} from '../findings';
import { overlongTexts } from '../textBounds';
import {
	ITEMS_JSON,
	jsonLabels,
	labelsIn,
	orderFieldLabel,
	rowLabels,
	type LabelOf,
} from './fieldLabel';
import { itemsFromCatalog } from './itemsFromCatalog';
import {
	checkItem,
	checkItemFields,
	listAt,
	objectAt,
	optionList,
	placementOfFile,
	type Context,
	type EnteredItem,
} from './item';
import {
	itemFieldsOf,
	itemsField,
	itemsJsonField,
	optionRows,
	placementRows,
	specifyItemsField,
} from './itemProperties';
import { enteredRecipient, recipientFromJson } from './recipient';
import { recipientJsonField, specifyRecipientField } from './recipientFields';

const ADD_ITEMS =
	'Add at least one item. To pass a list of items, use the option Items (JSON): n8n drops what an expression gives for the whole of Items. A workflow that a program writes has them as { "item": [ { … } ] }.';

const whatToEnter = {
	variant: 'Choose a variant from the list, or enter its ID or SKU.',
	optionId: 'Choose an option from the list, or enter its ID.',
	optionValue: 'Choose a value from the list, or enter one.',
};

/**
 * Reads the changes of an existing item from a collection with the fields of a row. What was not added stays unchanged.
 *
 * @param field label of the collection
 * @throws UserError for a list without rows, and that names the field of an invalid value
 */
export function itemChangesFromFields(fields: IDataObject, field: string): Partial<EnteredItem> {
	addedRows(fields.options, 'option', joinLabels(field, optionRows.displayName));
	addedRows(fields.placements, 'placement', joinLabels(field, placementRows.displayName));
	const { placements, ...others } = itemFieldsOf(fields);
	const all = isBlank(fields.printFile)
		? placements
		: [...placements, placementOfFile(fields.printFile)];
	return checkItemFields(
		{
			...others,
			...(all.length > 0 && { placements: all }),
			variantId: locatorChoice(fields.variantId).value,
		},
		{ check: throwAtOnce, labelOf: labelsIn(field, placements.length), whatToEnter },
	);
}

/** A row in the spec's shape: the file of the field Print File comes behind those of the placement rows. */
function itemOfRow(row: IDataObject) {
	const { placements, ...fields } = itemFieldsOf(row);
	const { printFile = '' } = row;
	const isFromRows = printFile === '' && placements.length > 0;
	const { mode } = locatorChoice(row.variantId);
	return {
		...fields,
		[mode === SKU_MODE ? 'sku' : 'variantId']: locatorText(row.variantId),
		placements: isFromRows ? placements : [...placements, placementOfFile(printFile)],
	};
}

/**
 * Builds the order items from the rows of the parameter 'Items'.
 *
 * @throws UserError that names the row and the field of an invalid value
 */
export function itemsFromRows(value: unknown, check: Check = throwAtOnce): EnteredItem[] {
	const rows = rowsOf(value, 'item');
	if (rows.length === 0) return refuse(itemsField.displayName, 'is empty', ADD_ITEMS);
	return rows.map((row, index) =>
		checkItem(itemOfRow(row), { check, labelOf: rowLabels(row, index), whatToEnter }),
	);
}

const enterInJson = {
	variant: 'Enter the ID of the variant from the catalog, or its SKU as "sku".',
	optionId: 'Enter the ID of the option.',
	optionValue: 'Enter a value of the option.',
};

/** Expands the short form of files. Anything else takes the place of a placement, and is refused as one. */
function placementsOfFiles(files: unknown): unknown[] {
	if (typeof files === 'string') return [placementOfFile(files)];
	return isObject(files)
		? Object.entries(files).map(([type, url]) => placementOfFile(url, type))
		: [files];
}

/** Expands the short forms of an item. */
function itemOfJson(value: unknown, { labelOf, check }: Context) {
	const { placements = [], files, options, ...given } = objectAt(value, () => labelOf(''));
	const listed = check(() => listAt(placements, () => labelOf('placements'))) ?? [];
	return {
		...given,
		placements: files === undefined ? listed : [...listed, ...placementsOfFiles(files)],
		...(options !== undefined && {
			options: check(() => listAt(optionList(options), () => labelOf('options'))) ?? [],
		}),
	};
}

/** More items are not those of one order. */
const MAX_ITEMS = 5_000;

/**
 * Builds the order items from the field 'Items (JSON)': a list in the spec's shape (section 2, OrderItem), or in the
 * short form `{ variantId or sku, quantity, files: { front: "https://…" }, options: { dial_color: "black" } }`, where
 * `files` may be the URL of the only print file. Unknown fields are passed through.
 *
 * @returns the items, and the list as it was written, for their labels
 * @throws UserError with the position in the text for invalid JSON, or with the path of an invalid value
 */
export function* itemsFromJson(
	value: unknown,
	check: Check,
): Pieces<{ items: EnteredItem[]; written: unknown[] }> {
	const written = listAt(
		yield* jsonFieldInPieces(value, ITEMS_JSON, { isBounded: true }),
		ITEMS_JSON,
	);
	if (written.length === 0) {
		return refuse(ITEMS_JSON, 'is an empty list', 'An order needs at least one item.');
	}
	if (written.length > MAX_ITEMS) {
		return refuse(
			ITEMS_JSON,
			`has ${written.length} items, but at most ${MAX_ITEMS} are read`,
			'Pass the items of one order only.',
		);
	}
	const items: EnteredItem[] = [];
	for (const [index, item] of written.entries()) {
		yield;
		const context = { check, labelOf: jsonLabels(item, index), whatToEnter: enterInJson };
		const checked = check(() => checkItem(itemOfJson(item, context), context));
		// In place of one that is no object, so that the others keep their index.
		items.push(checked ?? ({ placements: [] as EnteredItem['placements'] } as EnteredItem));
	}
	return { items, written };
}

/** Reads and checks the parameters, as far as that goes without the catalog. */
function* enteredOrder({ parameter }: OperationCall) {
	const found = new Findings();
	const { check, list: findings } = found;
	const options = parameter<IDataObject>('options', {});
	const modeOf = (jsonField: INodeProperties, { property, read }: typeof specifyItemsField) =>
		Object.hasOwn(options, jsonField.name)
			? 'json'
			: (check(() => read(parameter(property.name, 'fields'))) ?? 'fields');
	const modes = {
		recipient: modeOf(recipientJsonField, specifyRecipientField),
		items: modeOf(itemsJsonField, specifyItemsField),
	};
	const [isRecipientJson, isItemsJson] = [modes.recipient === 'json', modes.items === 'json'];
	const externalIdValue = parameter('externalId');
	const recipientValue = isRecipientJson ? parameter('recipientJson') : parameter('recipient', {});
	const itemsValue: unknown = isItemsJson ? parameter('itemsJson') : parameter('items', {});
	const shippingValue = parameter('shipping', 'STANDARD');
	const externalId = check(() => externalIdField.read(externalIdValue));
	const shipping = check(() => shippingField.read(shippingValue));
	const recipient = isRecipientJson
		? yield* found.checkPieces(recipientFromJson(recipientValue, found))
		: check(() => enteredRecipient(recipientValue, found));
	const { items, written = [] } = isItemsJson
		? ((yield* found.checkPieces(itemsFromJson(itemsValue, check))) ?? {})
		: {
				items: check(() => itemsFromRows(itemsValue, check)),
				written: rowsOf(itemsValue, 'item'),
			};
	const fillFromCatalog = checkedOption(check, options, fillFromCatalogField);
	const labelOf: LabelOf = (path) => orderFieldLabel(path, modes, written);
	return { externalId, shipping, recipient, items, labelOf, fillFromCatalog, findings };
}

type EnteredOrder = ReturnType<typeof enteredOrder> extends Pieces<infer Entered> ? Entered : never;

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

async function compose(
	call: OperationCall,
	entered: EnteredOrder,
	before: FoundBefore | undefined,
): Promise<ComposedOrder> {
	const { externalId, shipping, recipient, items = [], labelOf, findings } = entered;
	const orderOf = (orderItems: EnteredItem[]) => ({ externalId, shipping, recipient, orderItems });
	const same =
		before?.found && before.isEnoughWithoutCatalog ? itemsAsIn(entered, before.found) : undefined;
	const toComplete = (same ?? items).map((item, index) => ({
		entered: item,
		exists: same !== undefined,
		labelOf: (path: string) => labelOf(`orderItems[${index}].${path}`),
	}));
	const completed = await itemsFromCatalog(call.client, toComplete, entered.fillFromCatalog);
	const body = orderOf(completed.map(({ named }) => named));
	const overlong = same ? [] : overlongTexts(body, labelOf);
	return {
		body,
		findings: [
			...findings,
			// Whoever enters the address of a page sees it in the output: nobody else can have meant something else.
			...completed
				.flatMap(({ findings }) => findings)
				.map((found) => (found.level === 'review' ? warning(found.text) : found)),
			...overlong.map((problem) => asProblem(problem, 'setting')),
		],
		labelOf,
		// An External ID that an expression gives belongs to a row or an event: another one there would place every order of a
		// second run again.
		isEnteredByHand: () => call.isFixed('externalId'),
		compare: (existing) => ({
			differences: differencesOf(orderOf(completed.map(({ item }) => item)), existing),
		}),
	};
}

export async function orderFromFields(call: OperationCall): Promise<OrderSource> {
	const entered = await inTurns(enteredOrder(call));
	return {
		externalId: entered.externalId,
		compose: async (_isCheck, before) => await compose(call, entered, before),
	};
}
