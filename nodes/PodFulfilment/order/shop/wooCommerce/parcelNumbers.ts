// Metadata of a WooCommerce order or its lines in which plug-ins keep the number of a parcel (tracking number), since
// somebody may have sent the order already.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { propertiesIn } from '../reading';
import { contentOf, listIn, objectIn, saysNone, textIn } from '../values';

/** Names of such fields, comparable: those of Shipment Tracking, YITH, AfterShip, Correios and others end alike. */
const PARCELS =
	/(?:tracking(?:numbers?|no|nr|codes?|items)|dhllabeltracking|melhorenviotracking|parcelpanelshippingnumbers|wotorderitemtrackingdata|sendungsnummern?)$/;

/** What is no parcel to the customer: codes of advertising, and labels for returns. */
const NO_PARCEL =
	/return|retour|affiliate|analytic|campaign|referr|pixel|click|utm|google|facebook|conversion|visitor|^_?(?:ga|fb)_/i;

/** Names of the number in what a plug-in keeps of a parcel, comparable. */
const NUMBER = /^(?:tracking)?(?:numbers?|no|codes?)$/;

/** An order of several parcels has a list, which may be in an object by their numbers. */
const MAX_DEPTH = 3;

function holdsNumber(value: unknown, depth = 0): boolean {
	const content = contentOf(value);
	if (depth > MAX_DEPTH) return false;
	if (Array.isArray(content)) return content.some((entry) => holdsNumber(entry, depth + 1));
	if (isObject(content)) {
		return Object.entries(content).some(
			([name, entry]) =>
				(isObject(entry) || NUMBER.test(comparableName(name))) && holdsNumber(entry, depth + 1),
		);
	}
	// An empty list as PHP writes it has a digit, too.
	return !saysNone(content) && /^(?!a:0:).*\d/s.test(textIn(content) ?? '');
}

/** Name of the metadata with the number of a parcel: somebody sent the order, or a part of it; undefined without one. */
export const parcelNumberField = (order: IDataObject): string | undefined =>
	[order, ...listIn(order.line_items).map(objectIn)]
		.flatMap(({ meta_data: metadata }) => propertiesIn(metadata, 'key'))
		.find(
			({ names: [key = ''], value }) =>
				PARCELS.test(comparableName(key)) && !NO_PARCEL.test(key) && holdsNumber(value),
		)?.names[0];
