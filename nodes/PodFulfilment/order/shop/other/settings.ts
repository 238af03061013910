// The settings for an order of another shop as they were entered: which orders are due, the paths with their defaults,
// and the unit of prices.

import { optionalChoice, refuse } from '../../../input/checks';
import type { OperationCall } from '../../../execution/operation';
import { isObject, trimmed } from '../../../input/guards';
import type { Check } from '../../findings';
import { statusesIn } from '../orderStatuses';
import { DEFAULT_ADDRESS_PATHS, DEFAULT_LINE_PATHS, type LinePath } from './fields';

/** All orders, or those that have one of these statuses (as comparableShopStatus gives them) at a path. */
type WhichOrders = 'all' | { statusField: string; statuses: readonly string[] };

/** The unit of prices: the currency's main one, its smallest one, or the main one unless that is in doubt. */
export type PriceUnit = 'auto' | 'main' | 'cents';

/** Paths of the fields of an order, such as `customer.address.city`. The field at an empty path is missing. */
export interface OtherSettings {
	which: WhichOrders;
	orderNumber: string;
	lines: string;
	/** Within a line. */
	line: Readonly<Record<LinePath, string>>;
	/** Where the address is; empty where its paths begin at the order. */
	addressField: string;
	/** Within the address, by the names of a Recipient (spec section 2). */
	address: Readonly<Record<string, string>>;
	priceUnit: PriceUnit;
}

type Parameter = OperationCall['parameter'];

function whichOrdersOf(parameter: Parameter, check: Check): WhichOrders {
	const which = check(() =>
		optionalChoice(parameter('whichOrders', 'withStatus'), 'Which Orders', ['withStatus', 'all']),
	);
	if (which === 'all') return 'all';
	const statusField = trimmed(parameter('statusField', ''));
	const statuses = check(() => statusesIn(parameter('orderStatuses', ''), 'Order Statuses')) ?? [];
	const instead =
		'Or set Which Orders to All That Arrive, with a Filter node before this one that keeps back what is not due.';
	if (statusField === '') {
		check(() =>
			refuse(
				'Status Field',
				'is empty, so nothing says whether the order is due',
				`Enter the path of the field with the status of an order, for example order.status. ${instead}`,
			),
		);
	}
	if (statuses.length === 0) {
		check(() =>
			refuse(
				'Order Statuses',
				'is empty, so no order is due',
				`Enter the statuses of orders that are to be produced, for example paid. ${instead}`,
			),
		);
	}
	// What is missing stops the order all the same.
	return statusField === '' || statuses.length === 0 ? 'all' : { statusField, statuses };
}

/** Reads a collection of paths. Those that the user has not changed have their defaults. */
const pathsOf = <Name extends string>(
	given: unknown,
	defaults: Readonly<Record<Name, string>>,
): Record<Name, string> => ({
	...defaults,
	...(isObject(given) &&
		Object.fromEntries(Object.entries(given).map(([name, path]) => [name, trimmed(path)]))),
});

/** Reads the settings. What is wrong with them is reported by the check. */
export function otherSettingsOf(
	parameter: Parameter,
	priceUnit: unknown,
	check: Check,
): OtherSettings {
	return {
		which: whichOrdersOf(parameter, check),
		orderNumber: trimmed(parameter('orderNumberField', 'number')),
		lines: trimmed(parameter('linesField', 'items')),
		line: pathsOf(parameter('lineFields', {}), DEFAULT_LINE_PATHS),
		addressField: trimmed(parameter('addressField', '')),
		address: pathsOf(parameter('addressFields', {}), DEFAULT_ADDRESS_PATHS),
		priceUnit:
			check(() => optionalChoice(priceUnit, 'Options → Price Unit', ['auto', 'main', 'cents'])) ??
			'auto',
	};
}
