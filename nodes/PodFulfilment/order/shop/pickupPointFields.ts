// Names of fields and shipping methods that are about a pick-up point or parcel locker, by the words of carriers and
// plug-ins: 'Mondial Relay Parcel Shop ID', `foxpost_woo_parcel_apt_id`, `_shipping_method_chronorelais`. Also whether
// such a field holds a choice.

import { wordSet } from '../../input/equalText';
import { isObject } from '../../input/guards';
import { contentOf, longTextIn, saysNone } from './values';

/** No plug-in gives a field a longer name. */
const MAX_NAME_LENGTH = 255;

const CARRIERS = `omniva omnivalt dpd gls ups dhl hermes evri inpost easypack apaczka packeta packetery zasilkovna venipak
	itella smartpost smartposti posti matkahuolto lpexpress unisend foxpost mondial chronopost colissimo lpc bpost postnl
	postnord bring fraktguiden shipmondo correos seur mrw ctt sameday cargus econt speedy furgonetka`;

const PARCEL = 'parcel paket paczka pickup';

/** Words that mean such a place by themselves. */
const PLACES =
	wordSet(`locker pudo paczkomat paczkomaty pakomat packomat paketomat csomagpont csomagautomata easybox boxnow
	fanbox alzabox instabox zbox citypaq postomat automat automaat relais`);

/** Words that mean such a place beside one of others: the terminal of a parcel, not that of a payment. */
const PLACES_BESIDE = new Map<string, ReadonlySet<string>>(
	Object.entries({
		point: wordSet(
			`${CARRIERS} ${PARCEL} relay service access delivery dropoff collection collect retrait`,
		),
		terminal: wordSet(`${CARRIERS} ${PARCEL} delivery shipping post`),
		shop: wordSet(`${CARRIERS} ${PARCEL} picked relay`),
		machine: wordSet(`${CARRIERS} ${PARCEL}`),
		apt: wordSet(PARCEL),
		box: wordSet('parcel pickup now budbee packeta'),
		station: wordSet(`${PARCEL} pack abhol`),
		location: wordSet(CARRIERS),
		info: wordSet('pickup'),
		relay: wordSet(`${CARRIERS} ${PARCEL} id code number`),
		branch: wordSet(`${CARRIERS} ${PARCEL}`),
		office: wordSet('econt speedy correos'),
		warehouse: wordSet('nova poshta novaposhta'),
		psd: wordSet('mygls'),
		punkt: wordSet('odbioru'),
		punto: wordSet('ritiro recogida'),
	}),
);

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
	if (name.length > MAX_NAME_LENGTH) return false;
	const words = [...new Set(wordsOf(name))];
	const isPlace = (word: string): boolean => {
		const beside = PLACES_BESIDE.get(word);
		return PLACES.has(word) || (beside !== undefined && words.some((other) => beside.has(other)));
	};
	return (
		!OWN_NUMBER.test(name) && words.some(isPlace) && !words.some((word) => ABOUT_ELSE.test(word))
	);
}

/** Whether a field holds a choice: plug-ins keep empty values where there is none. */
function isChosen(value: unknown): boolean {
	const content = contentOf(value);
	return isObject(content) || Array.isArray(content)
		? Object.values(content).some((entry) => isObject(entry) || !saysNone(entry))
		: // An empty list as PHP writes it, and a dash.
			!saysNone(content) && !/^(?:a:0:\{\}|[^\p{L}\p{N}]+)$/u.test(longTextIn(content) ?? '');
}

/** Whether a field holds the pick-up point or locker that the customer chose. */
export const holdsPickupPoint = (name: string, value: unknown): boolean =>
	isPickupPointName(name) && isChosen(value);
