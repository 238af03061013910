import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../input/guards';
import { parseJsonSafely } from '../../../input/parseJsonSafely';
import { propertiesIn } from '../reading';
import { isSet, listIn, longTextIn, objectIn, saysNone, textIn } from '../values';

// Whether an order of WooCommerce is picked up, or goes to a pick-up point or locker.

/** Shipping methods for customers who pick up their order: those of WooCommerce itself, and of plug-ins named after them. */
const PICKUP = /^(local_pickup|pickup_location)/;

/** Metadata in which plug-ins keep the pick-up point or locker that the customer chose. */
const PICKUP_POINT =
	/(packetery|packeta|pick_?up|relay|service|access)_?point(_(id|code|number|meta))?$|omniva(lt)?_terminal_id$|(parcel_?machine|parcel_?shop|parcel_?locker|locker|pudo|paczkomat)_?(id|code|number)$|pickup_info$|lpc_meta_pickuplocationid$|stan_meta_relay_id$|furgonetkapoint$|delivery_point(_id)?$|mygls_psd_id$|^punkt odbioru$/;

/** Shipping methods to pick-up points and lockers alone. */
const POINT_METHOD = /parcel_?(machine|locker)|paczkomat|service_point|omnivalt_pt|box_?now/;

/** Metadata that says of each delivery, among more, whether it goes to a pick-up point. */
const DELIVERY_OPTIONS = /^_?myparcel\w*_delivery_options$/;

/** For each shipping line, whether the customer picks up what it is for. */
export const pickedUp = (order: IDataObject): boolean[] =>
	listIn(order.shipping_lines).map((line) => PICKUP.test(textIn(objectIn(line).method_id) ?? ''));

/** What a plug-in keeps in metadata: an object or a list, which may be written as text. */
function contentOf(value: unknown): unknown {
	const written = longTextIn(value) ?? '';
	if (!/^[[{]/.test(written)) return value;
	try {
		return parseJsonSafely(written);
	} catch {
		return value;
	}
}

/** Whether metadata holds a choice: plug-ins keep empty values where there is none. */
function isChosen(value: unknown): boolean {
	const content = contentOf(value);
	return isObject(content) || Array.isArray(content)
		? Object.values(content).some((entry) => isObject(entry) || !saysNone(entry))
		: !saysNone(content);
}

/** Whether the customer chose a pick-up point or locker, whose address may not be that of the order. */
export const hasPickupPoint = (order: IDataObject): boolean =>
	listIn(order.shipping_lines).some((line) =>
		POINT_METHOD.test(textIn(objectIn(line).method_id)?.toLowerCase() ?? ''),
	) ||
	[order, ...listIn(order.shipping_lines).map(objectIn)].some(({ meta_data: metadata }) =>
		propertiesIn(metadata, 'key').some(({ names: [key = ''], value }) => {
			const name = key.toLowerCase();
			return DELIVERY_OPTIONS.test(name)
				? isSet(objectIn(contentOf(value)).isPickup)
				: PICKUP_POINT.test(name) && isChosen(value);
		}),
	);
