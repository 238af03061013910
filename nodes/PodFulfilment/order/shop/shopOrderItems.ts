// The items of a shop's order, completed and checked with the catalog.

import type { OperationCall } from '../../execution/operation';
import { itemsFromCatalog } from '../compose/completion';
import { labelsIn } from '../compose/fieldLabel';
import type { EnteredItem } from '../compose/item';
import { hasProblem } from '../findings';
import { type ComposedLine, composeLines } from './lines/composeLines';
import type { LineSettings } from './lines/itemLine';
import type { ShopOrder } from './shopOrder';

/** A line for the service with its item, completed and checked. */
export interface ShopItem extends Omit<ComposedLine, 'item'> {
	/** With all pieces that the customer keeps, and without a name from the catalog: that is not compared. */
	item: EnteredItem;
	/** As it is sent: with the pieces that are still to be sent. */
	toSend: EnteredItem;
}

/** The items of a shop's order. */
export interface ShopOrderItems extends Omit<Awaited<ReturnType<typeof composeLines>>, 'lines'> {
	/** Also those of which all pieces left, as far as they can still be composed. */
	lines: ShopItem[];
}

/** Lines of which pieces are still to be sent. */
export const sentLines = ({ lines }: Pick<ShopOrderItems, 'lines'>): ShopItem[] =>
	lines.filter(({ piecesToSend }) => piecesToSend > 0);

/** Composes the items of a shop's order, and checks those that are still to be sent. */
export async function shopOrderItems(
	call: OperationCall,
	order: ShopOrder,
	settings: LineSettings,
): Promise<ShopOrderItems> {
	const { lines: composed, ...others } = await composeLines(call.client, order, settings);
	const completed = await itemsFromCatalog(
		call.client,
		composed.map((line) => ({
			line,
			entered: line.item,
			exists: line.exists,
			nameInWarnings: line.label,
			labelOf: labelsIn(line.inProblems),
		})),
		settings.fillFromCatalog,
	);
	const lines: ShopItem[] = [];
	const uncomposedIds = [...others.uncomposedIds];
	const findings = [...others.findings];
	for (const { line, item, named, findings: found } of completed) {
		// Nothing of what left can stop an order, and what cannot be composed any more is not compared.
		const isLost = line.piecesToSend === 0 && hasProblem(found);
		if (line.piecesToSend > 0) for (const finding of found) findings.push(finding);
		const { externalId } = line.item;
		if (isLost && externalId !== undefined) uncomposedIds.push(externalId);
		if (isLost) continue;
		lines.push({ ...line, item, toSend: { ...named, quantity: line.piecesToSend } });
	}
	return { ...others, lines, uncomposedIds, findings };
}
