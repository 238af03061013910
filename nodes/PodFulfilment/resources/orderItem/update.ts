// Order Item → Update: PATCH /api/orders/{id}/order_item/{item_id} (spec section 4) with the fields that are set.

import type { IDataObject } from 'n8n-workflow';

import { agreesWithChanges, showsChanges } from '../../api/difference';
import type { CatalogVariant } from '../../api/catalog/catalogVariant';
import { locatedVariantId } from '../../api/catalog/skuIndex';
import { withLocatedOrder } from '../../api/locatedOrder';
import { exclusivelyOn, orderIds, tryOrder, type OrderReference } from '../../api/order';
import { pathSegment } from '../../api/paths';
import { isResource } from '../../api/resource';
import { simplifyOrderItem } from '../../api/simplify';
import { lookUpVariant, tryVariant } from '../../api/catalog/variantLookup';
import { checkPrintFilesField } from '../../order/fields';
import { notice, problemsIn, throwProblems, warningsIn } from '../../order/findings';
import { completeOptions, completePlacements, refuseAt } from '../../order/compose/completion';
import { labelsIn, type LabelOf } from '../../order/compose/fieldLabel';
import type { Item } from '../../order/compose/item';
import { itemChangesFromFields } from '../../order/compose/orderFromFields';
import { changeableItemFields, clearableItemFields } from '../../order/compose/itemProperties';
import { itemChangeHints } from '../../order/hints';
import { changeOrder } from '../../order/change/makeChange';
import { printFileWarnings } from '../../order/compose/printFile';
import { printFileFindings } from '../../order/place/printFileFindings';
import { overlongTexts } from '../../order/textBounds';
import { defineOperation } from '../../execution/defineOperation';
import { changesOf, clearedFields, updateFieldsField } from '../mergePatch';
import type { OperationCall } from '../../execution/operation';
import { outputMapper } from '../../execution/outputMapper';
import { humanReviewNotice, optionsField, simplifyFields } from '../sharedFields';
import { refuse } from '../../input/checks';
import { joinLabels, optionIn, UPDATE_FIELDS } from '../../input/field';
import { locatorText } from '../../input/locatorValue';
import { objectsOf, rowsOf } from '../../input/objects';
import { trimmed } from '../../input/text';
import { orderItemLocator, orderLocator } from '../../listSearch/collections';
import { unwrap } from '../../transport/errors/serviceError';
import { variantLocator } from '../../listSearch/variant';

/** An item in its order: there is no endpoint to read an item (spec section 4). */
const itemIn = ({ orderItems }: IDataObject, itemId: string): IDataObject | undefined =>
	objectsOf(orderItems).find(({ id }) => String(id) === itemId);

/** Refuses the field Print File alone for an item with several: the service replaces all of them by what is sent. */
function refuseLosingFiles(item: IDataObject, fields: IDataObject): void {
	const count = objectsOf(item.placements).length;
	if (rowsOf(fields.placements, 'placement').length > 0 || count < 2) return;
	refuse(
		'Update Fields → Print File',
		`would take the place of all ${count} print files of the item`,
		'Enter all of them under Placements, also those that stay.',
	);
}

/** The name of an item whose variant is changed: that of the new one, where the catalog gave the item the old one's. */
function nameOfChanged(
	name: string,
	before: CatalogVariant | undefined,
	after: CatalogVariant | undefined,
): string | undefined {
	if (!before || !after) return undefined;
	if (name === before.itemName) return after.itemName || undefined;
	return name === before.itemNameById ? (after.itemNameById ?? after.itemName) : undefined;
}

/**
 * Completes changes from the catalog: the ID of a new variant, its placements and options as for a new order, and its name
 * where the catalog gave the item the old one's.
 *
 * @returns what is sent, and a name that the item keeps with another variant, since the catalog did not give it
 * @throws ServiceError when the order, or a variant, cannot be read
 */
async function completedChanges(
	{ client }: OperationCall,
	order: OrderReference,
	itemId: string,
	entered: IDataObject & Partial<Item>,
	fields: IDataObject,
	fieldLabel: LabelOf,
): Promise<{ body: IDataObject; kept: string | undefined }> {
	const { placements, options } = entered;
	const variantField = joinLabels(UPDATE_FIELDS, variantLocator.displayName);
	const variantId =
		entered.variantId && (await locatedVariantId(client, fields.variantId, variantField));
	const body: IDataObject = { ...entered, ...(variantId && { variantId }) };
	const isCompleted = Boolean(placements ?? options);
	const isRenamed = variantId !== undefined && !('name' in entered);
	const item =
		isRenamed || (isCompleted && variantId === undefined)
			? itemIn(unwrap(await tryOrder(client, order)), itemId)
			: undefined;
	const name = trimmed(item?.name);
	let kept: string | undefined;
	if (item && isRenamed && name !== '' && item.variantId !== variantId) {
		const before = await tryVariant(client, String(item.variantId));
		const renamed = nameOfChanged(name, before, await tryVariant(client, variantId));
		if (renamed === undefined) kept = name;
		else body.name = renamed;
	}
	const completedWith = variantId ?? item?.variantId;
	// The service's own error about a missing item is clearer.
	if (isCompleted && completedWith !== undefined) {
		if (placements && item && variantId === undefined) refuseLosingFiles(item, fields);
		const variant = await lookUpVariant(client, String(completedWith));
		const refuseItem = refuseAt(fieldLabel);
		if (options) body.options = completeOptions(options, variant, refuseItem);
		if (placements) body.placements = completePlacements(placements, variant, refuseItem);
	}
	return { body, kept };
}

/** Whether the response to a change contains the whole item (spec section 2), not only an ID or the changed fields. */
const isWholeItem = (body: unknown, itemId: string): body is IDataObject =>
	isResource(body) &&
	String(body.id) === itemId &&
	body.quantity !== undefined &&
	body.variantId !== undefined;

export const update = defineOperation('orderItem', {
	name: 'Update',
	value: 'update',
	action: 'Update the product or print files of an order item',
	description: 'Change an item of an order that is not yet in production',
	fields: [
		humanReviewNotice,
		orderLocator({ displayName: 'Order', description: 'The order that the item belongs to' }),
		orderItemLocator,
		updateFieldsField(
			clearableItemFields,
			{
				...variantLocator,
				required: undefined,
				description:
					'Another variant of the catalog, such as another size. Left empty, it stays. A name that the catalog gave the item changes with it.',
			},
			changeableItemFields,
		),
		...simplifyFields('orderItem'),
		optionsField([
			{
				...checkPrintFilesField.property,
				description:
					'Whether to read the beginning of each new print file before anything is sent. One that is missing or no picture stops the change; what else is found is a warning.',
			},
		]),
	],
	executionHints: itemChangeHints,
	async perform(call) {
		const toOutput = outputMapper(call, simplifyOrderItem);
		const locator = call.parameter('orderId');
		const itemId = locatorText(call.parameter('orderItemId'));
		const itemSegment = pathSegment(itemId, 'Order Item');
		const fields = call.parameter<IDataObject>('updateFields', {});
		const options = call.parameter<IDataObject>('options', {});
		const checksFiles = optionIn(options, checkPrintFilesField);
		const changes = itemChangesFromFields(fields, UPDATE_FIELDS);
		const cleared = clearedFields(fields.clearFields, clearableItemFields, changes);
		const entered = changesOf({ ...changes, ...cleared });
		const fieldLabel = labelsIn(UPDATE_FIELDS, rowsOf(fields.placements, 'placement').length);
		throwProblems(overlongTexts(entered, fieldLabel));
		const { client } = call;
		const updateItem = async (order: OrderReference): Promise<IDataObject[]> =>
			await exclusivelyOn(client, order, async () => {
				const subject = `item "${itemId}" of ${order.subject}`;
				const changed = await completedChanges(call, order, itemId, entered, fields, fieldLabel);
				const { body, kept } = changed;
				const ofFiles = checksFiles
					? await printFileFindings(client, {
							body: { orderItems: [body] },
							labelOf: (path) => fieldLabel(path.replace('orderItems[0].', '')),
						})
					: [];
				throwProblems(problemsIn(ofFiles));
				const isAnswered = (answer: unknown): answer is IDataObject => isWholeItem(answer, itemId);
				const made = await changeOrder(client, order, {
					request: {
						method: 'PATCH',
						path: `${order.path}/order_item/${itemSegment}`,
						subject,
						fieldLabel,
						body,
					},
					done: 'changed',
					// Of an item that was answered, its order is read for its status alone.
					isShownBy: (found, answer) =>
						isAnswered(answer) || agreesWithChanges(body, itemIn(found, itemId)),
					isProvenBy: (found) => showsChanges(body, itemIn(found, itemId)),
					mayAnswerOld: true,
				});
				const item = isAnswered(made.answer) ? made.answer : itemIn(made.order, itemId);
				const isStale = item !== undefined && made.isRead && made.findings.length > 0;
				const warnings = [
					...printFileWarnings(body, UPDATE_FIELDS),
					...warningsIn(ofFiles),
					...(item ? [] : ['The item was changed, but could not be read afterwards.']),
					...(isStale ? ['The item was changed, but the service does not show it yet.'] : []),
				];
				const orderStatus = trimmed(made.order.status) || null;
				const ofOrder = { ...orderIds(order, made.order), orderStatus };
				if (!item) return [{ id: itemId, ...ofOrder, warnings }];
				if (kept !== undefined) call.note(notice('keptName', kept));
				const output = toOutput({ ...item, ...ofOrder });
				return [warnings.length > 0 ? { ...output, warnings } : output];
			});
		return await withLocatedOrder(client, locator, updateItem);
	},
});
