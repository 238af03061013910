// Flags for review an order of another shop of which a field says in a plain word that it is not paid, not wanted, sent
// already, a test or a cart, and tells whether one of a line says so. Has the names and words of such statuses, dates,
// marks, parcels, events and payment methods, without case and signs.

import { comparableName, wordSet } from '../../../input/equalText';
import { isObject, ownValue } from '../../../input/guards';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { isSet, isUnset, saysNone, textIn } from '../values';
import { fieldName, type OwnField } from './ownFields';

/** Statuses of an order or of a line, wherever they are. */
const ORDER_STATUSES = wordSet(
	`orderstatus orderstate orderfulfillmentstatus orderfulfilmentstatus fulfillmentstatus fulfilmentstatus displayfulfillmentstatus shippingstatus shipmentstatus
	deliverystatus cancelstatus cancelstate statemachinestate currentstate statename
	linestatus itemstatus lineitemstatus orderlinestate orderlinestatus orderitemstatus lineitemfulfillmentstatus`,
);

/** Statuses of its payment. */
const PAYMENT_STATUSES = wordSet(
	`paymentstatus paymentstate orderpaymentstatus financialstatus displayfinancialstatus paidstatus
	paystatus transactionstatus billingstatus`,
);

/** Statuses of what holds them. */
const STATUSES = wordSet('status state');
const ORDERS = /^(?:order|data|body|object)$/;
const PAYMENTS = /^(?:payment|paymentinfo|paymentdetails|transaction)s?$/;

const NOT_DUE = wordSet(
	`unpaid notpaid pendingpayment paymentpending awaitingpayment awaitspayment waitingforpayment paymentfailed
	cancelled canceled refunded fullyrefunded voided declined denied failed onhold holded hold draft test
	shipped partiallyshipped dispatched delivered fulfilled partiallyfulfilled returned outfordelivery readyforpickup
	willnotdeliver initialized partiallyrefunded partlyrefunded partialrefund partialrefunded partiallyrefund fullrefund
	refundpending refundrequested partiallyreturned partiallycancelled partiallycanceled awaitingpickup readyforcollection
	disputed chargeback chargedback reversed paypalreversed manualverificationrequired fraud suspectedfraud paymentreview
	pendingpaypal paymentprocessing requiresaction overdue expired rejected deleted
	void voidpending capturepending heldforreview authorizationfailed delayed pendingmerchant pendingrefund paymenterror
	awaitingbankwirepayment awaitingcheckpayment awaitingcashondeliveryvalidation onbackordernotpaid unfulfillable
	cancelledbycustomer canceledbycustomer cancellationrequested sent intransit pickedup trash donotship zahlungausstehend
	storniert abgebrochen erstattet zurückerstattet rückerstattet teilweiseerstattet teilerstattet teilweisezurückerstattet
	unbezahlt nichtbezahlt überfällig versendet versandt verschickt geliefert zugestellt abholbereit retourniert
	annulé annulée remboursé remboursée impayé impayée expédié expédiée livré livrée
	cancelado cancelada anulado anulada reembolsado reembolsada enviado enviada entregado entregada
	annullato annullata rimborsato rimborsata spedito spedita consegnato consegnata
	geannuleerd terugbetaald onbetaald verzonden geleverd anulowane zwrócone wysłane`,
);

/** Only a payment that is pending is to come: an order may be so until it is produced. */
const NOT_PAID = wordSet(
	'pending awaiting partiallypaid open offen ausstehend deferred authorized incomplete',
);

/** An order that is over, or was paid back: Magento, OpenCart, Etsy. Of a checkout it is the beginning. */
const OVER = wordSet('complete completed closed');

/** Whether something is left to send, where an order is complete once it is placed. */
const SHIPMENT_STATUSES = /^(?:shipment|shipping|delivery|fulfill?ment)(?:status|state)$/;

/** Of a fulfilment and of a request to cancel: somebody is at it. */
const BEGUN_STATUSES = wordSet(
	'fulfillmentstatus fulfilmentstatus orderfulfillmentstatus orderfulfilmentstatus cancelstatus cancelstate',
);
const BEGUN = wordSet('inprogress requested cancelrequested');

/** What a cart is called that has not become an order. */
const CARTS = wordSet(
	'incomplete cart basket checkout abandoned abandonedcart abandonedcheckout opencart',
);

/** Statuses of a cart, unless something is said of its payment. */
const OPEN = wordSet('inprogress open');

const EVENTS = wordSet('event eventname eventtype topic webhooktopic');

/** Events of a cart, such as `cart.updated`, `shippingrates.fetch` and `store/cart/abandoned`. */
const OF_A_CART = /cart|basket|abandon|shippingrates|^taxes/;

/** Dates and marks of an order that was called off. */
const CALLED_OFF = wordSet(
	`wascancelled wascanceled isrefunded wasrefunded refunded cancelledat canceledat cancelled canceled iscancelled iscanceled cancelledon canceledon datecancelled
	datecanceled cancellationdate canceldate refundedat voidedat isdeleted deleted deletedat
	refund returned isreturned isonholdorder isbuyerrequestcancel isbuyerrequestedcancel storno storniert`,
);

/** Amounts and lists of what was paid back, or is still to be paid. */
const AMOUNTS = wordSet(
	`refunds refunded refundtotal refundedtotal totalrefund totalrefunded basetotalrefunded refundamount refundedamount
	amountrefunded totalrefundedamount
	totaldue basetotaldue balancedue totaloutstanding outstandingamount outstandingbalance amountremaining
	dueamount amountoutstanding outstanding openamount`,
);

/** Dates and numbers of an order of which a parcel left. */
const SENT = wordSet(
	`shipped isshipped wasshipped isfulfilled wasfulfilled fulfilled isdispatched isdelivered delivered shippedat shippedtimestamp shippedon dateshipped fulfilledat dispatchedat deliveredat trackingnumber trackingnumbers trackingcode
	trackingid trackingurl trackinginfo tracking sent issent versendet versandt`,
);

/** Lists of parcels. */
const PARCELS = wordSet('fulfillments fulfilments shipments');

/** Parcels that are looked at; an order has a few. */
const MAX_PARCELS = 100;

const TESTS = wordSet(
	'test istest testorder istestorder testmode sandbox issandbox isdraftorder isdraft',
);

const LIVE = wordSet('live islive livemode');

const MODES = wordSet('mode environment');
const TEST_MODES = wordSet('test testmode sandbox');

const PAID = wordSet('paid ispaid waspaid orderpaid paymentpaid bezahlt');

/** Columns in which people write the status of a payment. */
const PAYMENT_COLUMNS = wordSet('paid payment bezahlt zahlung');

/** What people write in a column for what has not happened. */
const NOT_YET = wordSet('n no nein non nee nej nie notyet pending open tbd tba');

/** Marks and amounts of an order that is paid to the courier. */
const ON_DELIVERY = wordSet(
	'cod iscod cashondelivery iscashondelivery paymentmethodcod paymentcod codamount willbepaidlater',
);

const METHODS = wordSet(
	'paymentmethod paymenttype paymentmethodcode paymentmethodtitle paymentmethodname paymentgateway',
);

const ON_DELIVERY_METHODS = wordSet(
	'cod cashondelivery cashondeliverycod nachnahme contrareembolso pobranie willbepaidlater',
);

/** Fields of an object that stands for a status. */
const TEXT_FIELDS = [
	...['name', 'status', 'code', 'value', 'label', 'title', 'slug', 'technicalName', 'amount'],
];

const textOf = (value: unknown): unknown =>
	isObject(value)
		? TEXT_FIELDS.map((field) => ownValue(value, field)).find((entry) => textIn(entry))
		: value;

const wordOf = (value: unknown): string => comparableName(textIn(textOf(value)) ?? '');

/** Whether a mark, date or amount is given: not 0, nor '0000-00-00', nor 'N'. */
const isFilled = (value: unknown): boolean =>
	value === true ||
	(!saysNone(value) && !NOT_YET.has(wordOf(value)) && /[1-9\p{L}]/u.test(textIn(value) ?? ''));

/** Whether an amount is given, which may be beside its currency, or a list has an entry. */
const hasAmount = (value: unknown): boolean =>
	Array.isArray(value)
		? value.length > 0
		: /[1-9]/.test(textIn(isObject(value) ? (value.amount ?? value.value) : value) ?? '');

/** Whether a list of parcels has one that left. */
const hasParcel = (list: unknown): boolean =>
	Array.isArray(list) &&
	list.slice(0, MAX_PARCELS).some(
		(parcel) =>
			isObject(parcel) &&
			Object.entries(parcel).some(([name, value]) => {
				const isGiven = Array.isArray(value) ? value.length > 0 : isFilled(value);
				return SENT.has(comparableName(name)) && isGiven;
			}),
	);

const isOrder = (within: string): boolean => within === '' || ORDERS.test(within);

/** What a status is about; undefined for another field. */
function statusOf(within: string, name: string): 'order' | 'payment' | undefined {
	if (PAYMENT_STATUSES.has(name)) return 'payment';
	if (ORDER_STATUSES.has(name)) return 'order';
	return STATUSES.has(name) && isOrder(within) ? 'order' : undefined;
}

/** The names of a field and of what holds it; of a payment, its name says so. */
function namesOf({ within: holder = '', name: written }: OwnField): {
	within: string;
	name: string;
	isOfPayment: boolean;
} {
	const within = comparableName(holder);
	const isOfPayment = PAYMENTS.test(within);
	const plain = comparableName(written);
	const name = isOfPayment && !plain.startsWith('payment') ? `payment${plain}` : plain;
	return { within, name, isOfPayment };
}

/** Whether a mark, date or amount says that something is not due. */
const isMarkedNotDue = (name: string, value: unknown): boolean =>
	((CALLED_OFF.has(name) || SENT.has(name)) && isFilled(value)) ||
	(AMOUNTS.has(name) && hasAmount(value)) ||
	(PAID.has(name) && (isUnset(value) || NOT_YET.has(wordOf(value)))) ||
	(PAYMENT_COLUMNS.has(name) &&
		!isObject(value) &&
		[NOT_DUE, NOT_PAID].some((words) => words.has(wordOf(value))));

/** What is said elsewhere of what a status is about. */
interface Beside {
	/** Whether the order has a status of its payment, which is empty. */
	saysNoPayment: boolean;
	/** Whether a status that sounds like the end is that of a checkout, or of an order with open shipments. */
	isBeginning: boolean;
}

function isStatusNotDue(
	status: 'order' | 'payment',
	name: string,
	value: unknown,
	{ saysNoPayment, isBeginning }: Beside,
): boolean {
	const word = wordOf(value);
	if (BEGUN_STATUSES.has(name) && BEGUN.has(word)) return true;
	if (status === 'order' && OPEN.has(word)) return saysNoPayment;
	if (status === 'order' && OVER.has(word)) return !isBeginning;
	return NOT_DUE.has(word) || (status === 'payment' ? NOT_PAID : CARTS).has(word);
}

/**
 * Whether a field of a line says that it is not due, in the words that an order has.
 *
 * @param name as {@link comparableName} gives it
 */
export function lineSaysNotDue(name: string, value: unknown): boolean {
	const status = statusOf('', name);
	return status === undefined
		? isMarkedNotDue(name, value)
		: isStatusNotDue(status, name, value, { saysNoPayment: false, isBeginning: false });
}

/** Whether a field says that its order is not due. */
function saysNotDue(field: OwnField, beside: Beside): boolean {
	const { value } = field;
	const { within, name, isOfPayment } = namesOf(field);
	const status = statusOf(within, name);
	if (status !== undefined) return isStatusNotDue(status, name, value, beside);
	if (EVENTS.has(name) && OF_A_CART.test(wordOf(value))) return true;
	if (!isOrder(within) && !isOfPayment) return false;
	if (METHODS.has(name)) return ON_DELIVERY_METHODS.has(wordOf(value));
	return (
		isMarkedNotDue(name, value) ||
		(ON_DELIVERY.has(name) && isFilled(value)) ||
		(PARCELS.has(name) && hasParcel(value)) ||
		(TESTS.has(name) && isSet(value)) ||
		(MODES.has(name) && TEST_MODES.has(wordOf(value))) ||
		(LIVE.has(name) && isUnset(value))
	);
}

/** The text of a field, for messages. */
const shown = (value: unknown): string =>
	Array.isArray(value) ? 'a list with an entry' : quote(textOf(value));

/** Has an order reviewed that is not due according to a field of its own. */
export function reviewNotDue(fields: readonly OwnField[], found: Findings): void {
	const saysNoPayment = fields.some(
		(one) => PAYMENT_STATUSES.has(namesOf(one).name) && saysNone(one.value) && !isObject(one.value),
	);
	const isBeginning = fields.some((one) => {
		const { name } = namesOf(one);
		const word = wordOf(one.value);
		return (
			(name === 'object' && /checkout/.test(word)) ||
			(SHIPMENT_STATUSES.test(name) && word !== '' && !NOT_DUE.has(word) && !OVER.has(word))
		);
	});
	const field = fields.find((one) => saysNotDue(one, { saysNoPayment, isBeginning }));
	if (!field) return;
	found.review(
		`The field ${quote(fieldName(field))} of the order is ${shown(field.value)}: check that it is paid, wanted and not sent yet. A Filter node before this one can keep such orders back; where it means something else, an Edit Fields node can leave it out`,
	);
}
