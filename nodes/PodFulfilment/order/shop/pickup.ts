// Whether the customer picks up the order, or it goes to a pick-up point or locker: by what each shop says of its shipping
// lines, by the fields and methods of known plug-ins for WooCommerce, and by 'pick up' or 'collect' in the name of a method
// for shops that keep no other sign. No other name is interpreted: a row of Shipping Mapping, a Filter node, or a method of
// the shop's own kind for pick-ups decides.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../input/equalText';
import { isContainer, isObject } from '../../input/guards';
import { quote } from '../../input/wording';
import { review, type Finding } from '../findings';
import { rowFor, type ShippingRow } from './shippingMethod';
import { when, type DecidingField, type OrderMeaning } from './sources/decidingFields';
import { contentOf, plainWords, saysNone } from './values';

/** Fields in which WooCommerce's plug-ins keep the pick-up point or locker that the customer chose, as they write them. */
const POINT_FIELDS = wordSet(`
	_boxnow_locker_id _dpd_parcelshop_id wc_shipping_dpd_parcels_terminal foxpost_woo_parcel_apt_id
	_fraktguiden_pickup_point_id _gls_pickup_info _glsparcelshop_id inv_gls_picked_shop_id mygls_psd_id
	_lpc_meta_pickUpLocationId _omnivalt_terminal_id packetery_point_id _packeta_point_id _parcel_machine_id
	_sameday_shipping_locker_id _shipping_method_chronorelais _shipping_nova_poshta_warehouse ups_access_point
	venipak_pickup_point venipak_pickup_point_data _woo_lithuaniapost_lpexpress_terminal_id
	Mondial_Relay_Parcel_Shop_ID _wms_mondial_relay_pickup_info _wms_chronopost_pickup_info _stan_meta_relay_id
	apaczka_delivery_point bw_parcel_point bw_parcel_point_code _furgonetkaPoint _packlink_drop_off_point_id
	Punkt_odbioru sendcloudshipping_service_point_meta shipmondo_pickup_point`);

/** What the IDs of shipping methods begin with by which WooCommerce's plug-ins ship to such places alone. */
const POINT_METHODS = [
	...['box_now_delivery', 'chronorelais', 'easypack_parcel_machines', 'foxpost_woo_parcel_apt'],
	...['gls_shipping_method_parcel', 'lpc_relay', 'omnivalt_pt', 'service_point_shipping_method'],
];

/** Whether a field holds the place that the customer chose: plug-ins keep empty values where there is none. */
export function holdsPickupPoint(name: string, value: unknown): boolean {
	if (!POINT_FIELDS.has(comparableName(name))) return false;
	const content = contentOf(value);
	return isContainer(content)
		? Object.values(content).some((entry) => isObject(entry) || !saysNone(entry))
		: // An empty list as PHP writes it.
			!saysNone(content) && content !== 'a:0:{}';
}

export const isPointMethod = (methodId: string): boolean =>
	POINT_METHODS.some((begin) => methodId.startsWith(begin));

/** Of a name without signs, in small letters, between blanks. */
const PICKUP_NAME =
	/ pick ?ups? | click (?:and )?collect | collect(?:ion)? (?:from|at|in) |^ (?:store |customer )?collect(?:ion)? $/;

/** Whether the title or code of a shipping method says that the customer picks up the order. */
export const isPickupTitle = (title: string): boolean => PICKUP_NAME.test(plainWords(title));

/** Of a parcel whose number or address may be missing. */
const AT_PICKUP_POINT =
	'The parcel goes to a pick-up point or locker: check that the address says which, and that the carrier delivers there';

/**
 * What an order's shipping lines decide: one that is picked up is not sent, and one of which a part is picked up is reviewed,
 * since no shop says which part.
 *
 * @param pickedUp for each shipping line, whether the customer picks up what it is for
 */
export const decidingPickup = (
	pickedUp: (order: IDataObject) => boolean[],
	hasPickupPoint: (order: IDataObject) => boolean,
): Array<DecidingField<OrderMeaning>> => [
	when((order) => pickedUp(order).length > 0 && pickedUp(order).every(Boolean), 'handedOver'),
	when((order) => pickedUp(order).includes(true), {
		review:
			'The customer picks up a part of the order, and the shop does not say which: check the items and the address',
		about: 'pickupPoint',
	}),
	when(hasPickupPoint, { review: AT_PICKUP_POINT, about: 'pickupPoint' }),
];

/**
 * What has an order reviewed: shipping methods that say that the customer picks it up, unless the user mapped them.
 *
 * @param methods names of each method of the order, its title first
 */
export const pickupReviews = (
	methods: ReadonlyArray<readonly string[]>,
	rows: readonly ShippingRow[],
): Finding[] =>
	methods
		.filter((names) => !rowFor(names, rows) && names.some(isPickupTitle))
		.map(([title]) =>
			review(
				`The customer picks the order up, by the shipping method ${quote(title)}: check whether a parcel is to be sent, and where to. If this method ships, give it a row in the option Shipping Mapping`,
				'pickupPoint',
			),
		);
