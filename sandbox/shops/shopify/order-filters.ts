import {
	financialStatus,
	fulfillmentStatus,
	type FinancialStatus,
	type ShopifyOrder,
} from './model.ts';

export interface OrderFilters {
	status?: string;
	financialStatus?: string;
	fulfillmentStatus?: string;
	createdAtMin?: number;
	createdAtMax?: number;
	updatedAtMin?: number;
	updatedAtMax?: number;
	sinceId?: number;
	ids?: number[];
}

const STATUSES: Record<string, (order: ShopifyOrder) => boolean> = {
	any: () => true,
	open: ({ closedAtMs, cancelledAtMs }) => closedAtMs === null && cancelledAtMs === null,
	closed: ({ closedAtMs }) => closedAtMs !== null,
	cancelled: ({ cancelledAtMs }) => cancelledAtMs !== null,
};

const FULFILLMENT: Record<string, Array<string | null>> = {
	shipped: ['fulfilled'],
	fulfilled: ['fulfilled'],
	partial: ['partial'],
	unshipped: [null],
	unfulfilled: [null, 'partial'],
};

/** The payment statuses that are meant; undefined for any. */
const FINANCIAL: Record<string, FinancialStatus[]> = {
	unpaid: ['pending'],
};

/** Whether an order passes all filters; a filter with an unknown status lets nothing pass. */
export function passes(order: ShopifyOrder, filters: OrderFilters): boolean {
	const { financialStatus: payment = 'any', fulfillmentStatus: sent = 'any' } = filters;
	return (
		(STATUSES[filters.status ?? 'open']?.(order) ?? false) &&
		(payment === 'any' ||
			(FINANCIAL[payment] ?? [payment]).includes(financialStatus(order) as never)) &&
		(sent === 'any' || (FULFILLMENT[sent] ?? []).includes(fulfillmentStatus(order))) &&
		order.createdAtMs >= (filters.createdAtMin ?? -Infinity) &&
		order.createdAtMs <= (filters.createdAtMax ?? Infinity) &&
		order.updatedAtMs >= (filters.updatedAtMin ?? -Infinity) &&
		order.updatedAtMs <= (filters.updatedAtMax ?? Infinity) &&
		order.id > (filters.sinceId ?? 0) &&
		(filters.ids === undefined || filters.ids.includes(order.id))
	);
}
