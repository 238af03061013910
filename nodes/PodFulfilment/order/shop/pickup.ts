// Whether the customer picks up the order, or it goes to a pick-up point or locker: by what each shop says of its
// shipping lines, by names of fields, after the words of carriers and plug-ins ('Mondial Relay Parcel Shop ID',
// `foxpost_woo_parcel_apt_id`), and by titles of shipping methods in many languages ('Collect from 5 High Street',
// `wc_pickup_store`), where shops keep no other sign. What is not sure is flagged for review.

import type { IDataObject } from 'n8n-workflow';

import { wordSet } from '../../input/equalText';
import { isContainer, isObject, ownValue } from '../../input/guards';
import { quote } from '../../input/wording';
import { review, type Finding } from '../findings';
import { rowFor, type ShippingRow } from './shippingMethod';
import { when, type DecidingField, type OrderMeaning } from './sources/decidingFields';
import { contentOf, longTextIn, plainWords, saysNone } from './values';

/** No plug-in gives a field or a method a longer name. */
const MAX_NAME_LENGTH = 255;

const PARCEL = 'parcel paket paczka pickup';

const CARRIERS = `omniva omnivalt dpd gls ups dhl hermes evri inpost easypack apaczka packeta packetery
	zasilkovna venipak itella smartpost smartposti posti matkahuolto lpexpress unisend foxpost mondial chronopost
	colissimo lpc bpost postnl postnord bring fraktguiden shipmondo correos seur mrw ctt sameday cargus econt speedy furgonetka`;

/** Words that mean such a place by themselves. */
const PLACES =
	wordSet(`locker pudo paczkomat paczkomaty pakomat packomat paketomat csomagpont csomagautomata easybox boxnow
	fanbox alzabox instabox zbox citypaq postomat automat automaat relais`);

/** Words that mean such a place beside one of others: the terminal of a parcel, not that of a payment. */
const PLACES_BESIDE: Readonly<Record<string, ReadonlySet<string>>> = {
	point: wordSet(
		`${CARRIERS} ${PARCEL} relay service access delivery dropoff collection collect retrait`,
	),
	terminal: wordSet(`${CARRIERS} ${PARCEL} delivery shipping post`),
	shop: wordSet(`${CARRIERS} ${PARCEL} picked relay`),
	machine: wordSet(`${CARRIERS} ${PARCEL}`),
	branch: wordSet(`${CARRIERS} ${PARCEL}`),
	location: wordSet(CARRIERS),
	relay: wordSet(`${CARRIERS} ${PARCEL} id code number`),
	apt: wordSet(PARCEL),
	box: wordSet('parcel pickup now budbee packeta'),
	station: wordSet(`${PARCEL} pack abhol`),
	info: wordSet('pickup'),
	office: wordSet('econt speedy correos'),
	warehouse: wordSet('nova poshta novaposhta'),
	psd: wordSet('mygls'),
	punkt: wordSet('odbioru'),
	punto: wordSet('ritiro recogida'),
};

/** Words about sums, settings and letters, whatever is beside them: 'pickup_point_discount', 'relay_id_email'. */
const ABOUT_ELSE =
	/^(?:(?:discount|fee|cost|price|rate|count|label|setting|email|mail|note|hour|date|time|day|log|error|message|point)s|discount|fee|cost|price|rate|tax|total|amount|count|setting|enabled|disabled|allowed|available|show|hide|display|label|tracking|status|version|email|mail|note|logo|map|url|weight|max|min|limit|insurance|required|created|updated|sent|printed|date|time|log|error|message|type|carrier|provider|country|home|domicile|door|courier|earned|redeemed|balance)$/;

/** A customer's own number at a locker is a part of the address, as it is looked for there. */
const OWN_NUMBER = /post_?num/i;

/** Words that are written as one: 'parcelshop', 'glsparcelshopid'. */
const JOINED = [
	/(parcel|paket|pickup|relay|service|access|delivery|pack|abhol)(?=point|shop|machine|locker|terminal|box|station|location|info)/g,
	/(.)(?=parcel|relais)/g,
	/(point|shop|machine|locker|terminal|location)(?=id|code|number|name)/g,
	/(mondial)(?=relay)/g,
];

const wordsOf = (name: string): string[] =>
	JOINED.reduce<string>(
		(words, joined) => words.replaceAll(joined, '$1 '),
		name
			.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
			.toLowerCase()
			.replaceAll(/(pick|drop)[\s_-]?(up|off)/g, '$1$2'),
	)
		.split(/[^\p{L}\p{N}]+/u)
		.map((word) => word.replace(/^(parcel|shop|machine|locker|terminal)s$/, '$1'));

/** Whether a name is about a pick-up point or parcel locker, and not about its price or another setting. */
export function isPickupPointName(name: string): boolean {
	if (name.length > MAX_NAME_LENGTH || OWN_NUMBER.test(name)) return false;
	const words = [...new Set(wordsOf(name))];
	const isPlace = (word: string): boolean =>
		PLACES.has(word) || words.some((other) => ownValue(PLACES_BESIDE, word)?.has(other));
	return words.some(isPlace) && !words.some((word) => ABOUT_ELSE.test(word));
}

/** Whether a field holds the pick-up point or locker that the customer chose: plug-ins keep empty values where there is none. */
export function holdsPickupPoint(name: string, value: unknown): boolean {
	if (!isPickupPointName(name)) return false;
	const content = contentOf(value);
	return isContainer(content)
		? Object.values(content).some((entry) => isObject(entry) || !saysNone(entry))
		: // An empty list as PHP writes it, and a dash.
			!saysNone(content) && !/^(?:a:0:\{\}|[^\p{L}\p{N}]+)$/u.test(longTextIn(content) ?? '');
}

/** Of a title without signs and accents, in small letters, between blanks. */
const PICKUP_TITLES: readonly RegExp[] = [
	/ (?:pick ?ups?|will call) /,
	/ collect(?:ion)? (?:from|at|in|your|point) | click (?:and |n |et |e |y |en |und )?collect/,
	/^ (?:free )?(?:(?:self|local|store|shop|in store|instore|customer|personal|warehouse|studio|curbside|kerbside) )?collect(?:ion)? $/,
	// German, Dutch, the Scandinavian languages
	/abhol|afhal|afhaal| (?:zelf )?ophalen | afhent| (?:av)?hamt(?:a|ning|as) | hent(?:es?|ing)? (?:i|pa|selv) | selvhent/,
	// French, Italian, Spanish, Portuguese
	/ retrait | (?:a )?retirer (?:en|au|a|chez) |cueillette| ramassage | cliquez (?:et )?(?:collectez|ramassez) /,
	/ ritir[oai](?:re)? /,
	/ recog(?:e|er|ida) | recojo | retiro | (?:retirar|retirada|levantamento|recolha) | pasar a buscar /,
	// Polish, Czech, Slovak, Finnish, Hungarian, Lithuanian, Chinese
	/ odbior (?:osobisty|wlasny|w) | osobni odber | vyzvednuti | osobny odber | nouto | szemelyes atvetel |atsiemim|自取|自提/,
];

/** A parcel that is paid for at the door, or by the receiver, or is fetched from the sender, or handed back. */
const SHIPPED =
	/ collect(?:ion)? on delivery | (?:freight|ups|fed ?ex|dhl|usps|courier|carrier|daily|scheduled) (?:collect|pick ?up) | pick ?up by | return /;

/** Whether a title or code of a shipping method says that the customer picks up the order. */
export function isPickupTitle(title: string): boolean {
	const plain = plainWords(
		title
			.slice(0, MAX_NAME_LENGTH)
			.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
			.replaceAll('ł', 'l'),
	);
	return PICKUP_TITLES.some((pattern) => pattern.test(plain)) && !SHIPPED.test(plain);
}

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
