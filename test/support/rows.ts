import type { IDataObject } from 'n8n-workflow';

import type { Pieces } from '../../nodes/PodFulfilment/input/nextTurn.ts';
import { columnNamesOf } from '../../nodes/PodFulfilment/order/shop/rows/headings.ts';
import { readRows } from '../../nodes/PodFulfilment/order/shop/rows/readRows.ts';
import { readRow, type Row } from '../../nodes/PodFulfilment/order/shop/rows/row.ts';
import type { ShopOrder } from '../../nodes/PodFulfilment/order/shop/shopOrder.ts';

const NOTHING_SET = {
	...{ columnNames: '', readyColumn: '', isNamed: false, sendTestOrders: false },
	columns: new Map<string, string>(),
};

/** Reads items that are the rows of one order. */
export function* readItems(
	items: IDataObject[],
	settings: Partial<typeof NOTHING_SET> = {},
): Pieces<ShopOrder> {
	const { columnNames, readyColumn, isNamed, columns, ...options } = {
		...NOTHING_SET,
		...settings,
	};
	const names = columnNamesOf(columnNames, readyColumn);
	const rows: Row[] = [];
	for (const item of items) rows.push(...(yield* readRow(item, names)));
	return yield* readRows({ rows, names, columns }, options, isNamed);
}
