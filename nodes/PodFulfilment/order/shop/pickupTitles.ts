// Titles and codes of shipping methods with which the customer picks up the order, in many languages: 'Collect from 5
// High Street', 'Abholung im Geschäft', `wc_pickup_store`. Where shops keep no other sign, this is all that says so.

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

const plain = (title: string): string =>
	` ${title
		.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.replaceAll('ł', 'l')
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean)
		.join(' ')} `;

/** Whether a title or code of a shipping method says that the customer picks up the order. */
export function isPickupTitle(title: string): boolean {
	const words = plain(title);
	return PICKUP_TITLES.some((pattern) => pattern.test(words)) && !SHIPPED.test(words);
}
