import { comparableName } from '../../../input/equalText';
import { isObject, ownValue } from '../../../input/guards';
import { quote } from '../../../input/wording';
import type { Findings } from '../../findings';
import { isSet, isUnset, saysNone, textIn } from '../values';
import type { OwnField } from './ownFields';

// Whether a field of an order says in a plain word that it is not paid or not wanted. Names and words without case and signs.

const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Statuses of an order, wherever they are. */
const ORDER_STATUSES = wordSet(
	`orderstatus orderstate fulfillmentstatus fulfilmentstatus cancelstatus cancelstate
	statemachinestate`,
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
	cancelled canceled refunded fullyrefunded voided declined denied failed onhold holded hold draft test`,
);

/** Only a payment that is pending is to come: an order may be so until it is produced. */
const NOT_PAID = wordSet('pending partiallypaid');

/** Dates and marks of an order that was called off. */
const CALLED_OFF = wordSet(
	`cancelledat canceledat cancelled canceled iscancelled iscanceled cancelledon canceledon datecancelled
	datecanceled cancellationdate canceldate refundedat voidedat`,
);

const TESTS = wordSet('test istest testorder istestorder testmode');

const PAID = wordSet('paid ispaid orderpaid paymentpaid');

/** Marks and amounts of an order that is paid to the courier. */
const ON_DELIVERY = wordSet(
	'cod iscod cashondelivery iscashondelivery paymentmethodcod paymentcod codamount',
);

const METHODS = wordSet(
	'paymentmethod paymenttype paymentmethodcode paymentmethodtitle paymentmethodname paymentgateway',
);

const ON_DELIVERY_METHODS = wordSet(
	'cod cashondelivery cashondeliverycod nachnahme contrareembolso pobranie',
);

/** Fields of an object that stands for a status. */
const TEXT_FIELDS = ['name', 'status', 'code', 'value', 'label', 'title', 'slug', 'technicalName'];

const wordOf = (value: unknown): string => {
	const text = isObject(value)
		? TEXT_FIELDS.map((field) => ownValue(value, field)).find((entry) => textIn(entry))
		: value;
	return comparableName(textIn(text) ?? '');
};

/** Whether a mark, date or amount is given: not 0, nor '0000-00-00'. */
const isFilled = (value: unknown): boolean =>
	value === true || (!saysNone(value) && /[1-9\p{L}]/u.test(textIn(value) ?? ''));

const isOrder = (within: string): boolean => within === '' || ORDERS.test(within);

/** What a status is about; undefined for another field. */
function statusOf(within: string, name: string): 'order' | 'payment' | undefined {
	if (PAYMENT_STATUSES.has(name)) return 'payment';
	if (ORDER_STATUSES.has(name)) return 'order';
	return STATUSES.has(name) && isOrder(within) ? 'order' : undefined;
}

/** Whether a field says that its order is not due. */
function saysNotDue({ within: holder = '', name: written, value }: OwnField): boolean {
	const within = comparableName(holder);
	const isOfPayment = PAYMENTS.test(within);
	const plain = comparableName(written);
	const name = isOfPayment && !plain.startsWith('payment') ? `payment${plain}` : plain;
	const status = statusOf(within, name);
	if (status !== undefined) {
		const word = wordOf(value);
		return NOT_DUE.has(word) || (status === 'payment' && NOT_PAID.has(word));
	}
	if (!isOrder(within) && !isOfPayment) return false;
	if (METHODS.has(name)) return ON_DELIVERY_METHODS.has(wordOf(value));
	return (
		((CALLED_OFF.has(name) || ON_DELIVERY.has(name)) && isFilled(value)) ||
		(TESTS.has(name) && isSet(value)) ||
		(PAID.has(name) && isUnset(value))
	);
}

/** The text of a field, for messages. */
const shown = (value: unknown): string => quote(isObject(value) ? wordOf(value) : value);

/** Has an order reviewed that is not due according to a field of its own. */
export function reviewNotDue(fields: readonly OwnField[], found: Findings): void {
	const field = fields.find(saysNotDue);
	if (!field) return;
	const name = [field.within, field.name].filter((part) => part !== undefined).join('.');
	found.review(
		`The field ${quote(name)} of the order is ${shown(field.value)}: check that it is paid and wanted. A Filter node before this one can keep such orders back`,
	);
}
