import type { IDataObject } from 'n8n-workflow';

import type { Normalisation } from './personality.ts';

const OPTIONAL_RECIPIENT_FIELDS = ['company', 'address2', 'stateCode', 'taxNumber'];

function recipientOf(sent: IDataObject, how: Normalisation): IDataObject {
	const recipient = { ...sent };
	if (how.phone && typeof recipient.phone === 'string') {
		recipient.phone = recipient.phone.replace(/[^+\d]/g, '');
	}
	if (how.countryName) recipient.countryName = 'Germany';
	if (how.nullForEmpty) {
		for (const name of OPTIONAL_RECIPIENT_FIELDS) recipient[name] ??= null;
	}
	return recipient;
}

function placementsOf(sent: unknown, how: Normalisation): unknown {
	if (how.placements === 'asSent' || !Array.isArray(sent)) return sent;
	const isShown = how.placements === 'filled';
	return (sent as IDataObject[]).map((placement) => ({
		...placement,
		'@type': 'Placement',
		type: isShown ? (placement.type ?? 'front') : null,
		technique: isShown ? (placement.technique ?? 'direct_print') : null,
	}));
}

function itemOf(
	sent: IDataObject,
	orderId: string,
	index: number,
	how: Normalisation,
): IDataObject {
	const id = `${orderId}-i${index}`;
	return normalisedItem(
		{
			'@id': `/api/orders/${orderId}/order_item/${id}`,
			'@type': 'OrderItem',
			...sent,
			id,
		},
		how,
	);
}

/** An item of an order as the service writes it. */
export function normalisedItem(given: IDataObject, how: Normalisation): IDataObject {
	const item: IDataObject = {
		...given,
		placements: placementsOf(given.placements, how) as IDataObject[],
	};
	if (how.price && typeof item.retailPrice === 'string') {
		item.retailPrice = String(Number(item.retailPrice));
	}
	if (how.nullForEmpty) item.options ??= [];
	return item;
}

/** Recipient and items of an order as the service writes them. */
export function normalised(body: IDataObject, orderId: string, how: Normalisation): IDataObject {
	const sent = Array.isArray(body.orderItems) ? (body.orderItems as IDataObject[]) : [];
	const items = sent.map((item, index) => itemOf(item, orderId, index, how));
	return {
		recipient: recipientOf((body.recipient ?? {}) as IDataObject, how),
		orderItems: how.reverseItems ? items.reverse() : items,
	};
}
