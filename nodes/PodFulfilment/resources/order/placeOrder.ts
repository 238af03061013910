import type { IDataObject } from 'n8n-workflow';

import { differingPaths } from '../../api/difference';
import { exclusivelyOn, externalIdReference } from '../../api/order';
import { throwProblems } from '../../compose/problems';
import type { OperationCall } from '../../execution/operation';
import type { ComposedOrder, OrderSource } from './composedOrder';
import { createOnce, type IfExists, type PlacedOrder } from './createOnce';
import { orderResult } from './orderResult';

interface PlaceOptions {
	ifExists?: IfExists;
}

/** Places a composed order if nothing speaks against it. */
async function place(
	call: OperationCall,
	source: OrderSource,
	{ body, warnings, problems, standing }: ComposedOrder,
	{ ifExists = 'returnExisting' }: PlaceOptions,
): Promise<PlacedOrder> {
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
		const composed = await source.compose();
		if (composed.skipped) {
			const { skipped, warnings } = composed;
			return [{ ...skipped, ...(warnings.length > 0 && { warnings }) }];
		}
		const { order, warnings } = await place(call, source, composed, options);
		return [toResult(order, warnings)];
	};
	if (source.externalId === undefined) return await work();
	// With what is read before: items of one run are placed in their order, and a service may look before it writes.
	return await exclusivelyOn(call.client, externalIdReference(source.externalId), work);
}
