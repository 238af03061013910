// How a customer of WooCommerce gets an order: picked up, at the counter, or at a pick-up point or locker, by the methods and the
// metadata of the plug-ins.

import type { IDataObject } from 'n8n-workflow';

import { comparableName, wordSet } from '../../../../input/equalText';
import { isContainer, isObject } from '../../../../input/objects';
import { MAX_TEXT_LENGTH } from '../../../textBounds';
import { MAX_PROPERTIES, propertiesIn } from '../../reading';
import { contentOf, isSet, listIn, objectIn, objectsIn, saysNone, textIn } from '../../values';

/** Whether the customer took the order along at the counter, as plug-ins and WooCommerce's app mark it. */
export const isSoldAtCounter = (order: IDataObject): boolean =>
	/(?:^|[-_ ])pos(?:[-_ ]|$)/i.test(textIn(order.created_via) ?? '') &&
	listIn(order.shipping_lines).length === 0;

const methodsOf = (order: IDataObject): string[] =>
	objectsIn(order.shipping_lines).map((line) => textIn(line.method_id) ?? '');

/**
 * For each shipping line, whether the customer picks up what it is for: by the methods of WooCommerce itself, and of plug-ins
 * named after them.
 */
export const pickedUp = (order: IDataObject): boolean[] =>
	methodsOf(order).map((method) => /^(local_pickup|pickup_location)/.test(method));

/** What the IDs of shipping methods begin with by which plug-ins ship to such places alone. */
const POINT_METHODS = [
	...['box_now_delivery', 'chronorelais', 'easypack_parcel_machines', 'foxpost_woo_parcel_apt'],
	...['gls_shipping_method_parcel', 'lpc_relay', 'omnivalt_pt', 'service_point_shipping_method'],
];

/** Metadata in which plug-ins keep the pick-up point or locker that the customer chose, as they write them. */
const POINT_KEYS = wordSet(`
	_boxnow_locker_id _dpd_parcelshop_id wc_shipping_dpd_parcels_terminal foxpost_woo_parcel_apt_id
	_fraktguiden_pickup_point_id _gls_pickup_info _glsparcelshop_id inv_gls_picked_shop_id mygls_psd_id
	_lpc_meta_pickUpLocationId _omnivalt_terminal_id packetery_point_id _packeta_point_id _parcel_machine_id
	_sameday_shipping_locker_id _shipping_method_chronorelais _shipping_nova_poshta_warehouse ups_access_point
	venipak_pickup_point venipak_pickup_point_data _woo_lithuaniapost_lpexpress_terminal_id
	Mondial_Relay_Parcel_Shop_ID _wms_mondial_relay_pickup_info _wms_chronopost_pickup_info _stan_meta_relay_id
	apaczka_delivery_point bw_parcel_point bw_parcel_point_code _furgonetkaPoint _packlink_drop_off_point_id
	Punkt_odbioru sendcloudshipping_service_point_meta shipmondo_pickup_point`);

/** Metadata that says of each delivery, among more, whether it goes to a pick-up point. */
const DELIVERY_OPTIONS = /^_?myparcel\w*_delivery_options$/i;

/** Whether metadata holds the place that the customer chose: plug-ins keep empty values where there is none. */
function holdsPickupPoint(key: string, value: unknown): boolean {
	const content = contentOf(value);
	if (DELIVERY_OPTIONS.test(key)) return isSet(objectIn(content).isPickup);
	if (!POINT_KEYS.has(comparableName(key.slice(0, MAX_TEXT_LENGTH)))) return false;
	return isContainer(content)
		? Object.values(content).some((entry) => isObject(entry) || !saysNone(entry))
		: // An empty list as PHP writes it.
			!saysNone(content) && content !== 'a:0:{}';
}

/** Whether the customer chose a pick-up point or locker, whose address may not be that of the order. */
export const hasPickupPoint = (order: IDataObject): boolean =>
	methodsOf(order).some((method) => POINT_METHODS.some((begin) => method.startsWith(begin))) ||
	[order, ...objectsIn(order.shipping_lines)]
		.flatMap(({ meta_data: metadata }) => propertiesIn(metadata, 'key'))
		// Those of the order, and as many of its shipping lines together.
		.slice(0, 2 * MAX_PROPERTIES)
		.some(({ names: [key = ''], value }) => holdsPickupPoint(key, value));
