import type { IDataObject } from 'n8n-workflow';

import { differingPaths } from '../../api/difference';
import { exclusivelyOn, externalIdReference } from '../../api/order';
import { throwProblems } from '../../compose/problems';
import type { OperationCall } from '../../execution/operation';
import type { OrderSource } from './composedOrder';
import { createOnce, type IfExists, type PlacedOrder } from './createOnce';
import { orderResult } from './orderResult';

interface PlaceOptions {
	ifExists?: IfExists;
}

/** Composes the order, and places it if nothing speaks against it. */
async function compose(
	call: OperationCall,
	source: OrderSource,
	{ ifExists = 'returnExisting' }: PlaceOptions,
): Promise<PlacedOrder> {
	const { body, warnings, problems, standing } = await source.compose();
	throwProblems(problems);
	const { externalId } = source;
	// Without one there is a problem; this is for the compiler.
	if (externalId === undefined) throw new RangeError('No external ID');
	const placed =
		standing ??
		(await createOnce(
			call,
			{ ...body, externalId },
			{
				ifExists,
				fieldLabel: source.fieldLabel,
				conflictAbout: source.conflictAbout,
				differencesTo: async (existing) =>
					source.differencesTo
						? await source.differencesTo(existing, body)
						: differingPaths(body, existing),
			},
		));
	return { order: placed.order, warnings: [...warnings, ...placed.warnings] };
}

/** What create and reprint have in common: from a source of an order to the item. */
export async function placeOrder(call: OperationCall, source: OrderSource): Promise<IDataObject[]> {
	const options = call.parameter<PlaceOptions>('options', {});
	const toResult = orderResult(call);
	const work = async (): Promise<IDataObject[]> => {
		const { order, warnings } = await compose(call, source, options);
		return [toResult(order, warnings)];
	};
	if (source.externalId === undefined) return await work();
	// With what is read before: items of one run are placed in their order, and a service may look before it writes.
	return await exclusivelyOn(call.client, externalIdReference(source.externalId), work);
}
