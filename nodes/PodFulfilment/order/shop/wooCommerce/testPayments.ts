// Payments that the plug-in of their method, such as Stripe or Mollie, marks as tests in the metadata of a WooCommerce
// order.

import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../../input/guards';
import type { DecidingField } from '../decidingFields';
import { propertiesIn } from '../reading';
import { textIn } from '../values';

/**
 * Metadata with which payment plug-ins mark a test payment, and their payment methods: an order may have the metadata of an
 * earlier one that was paid otherwise, as renewals do.
 */
const TEST_PAYMENTS: Readonly<Record<string, { mode: string; method: RegExp }>> = {
	_wcpay_mode: { mode: 'test', method: /^woocommerce_payments/ },
	_ppcp_paypal_payment_mode: { mode: 'sandbox', method: /^ppcp-/ },
	_ppcp_environment: { mode: 'sandbox', method: /^ppcp(_|$)/ },
	_enviorment: { mode: 'sandbox', method: /^(angelleye_ppcp|wpg_paypal_checkout)/ },
	_mollie_payment_mode: { mode: 'test', method: /^mollie_/ },
	_wc_klarna_environment: { mode: 'test', method: /^(klarna|kco)/ },
	_wc_avarda_environment: { mode: 'test', method: /^aco/ },
	_wc_stripe_mode: { mode: 'test', method: /^stripe/ },
	_wc_braintree_environment: { mode: 'sandbox', method: /^braintree_/ },
	is_production_mode: { mode: 'no', method: /^woo-mercado-pago/ },
};

/** Modes of the gateways that are built with SkyVerge's framework, each of which names its metadata after itself. */
const TEST_ENVIRONMENTS = ['test', 'sandbox'];

/** What metadata holds where it marks the payment of an order as a test; nothing for any other metadata. */
function testModes(key: string, order: IDataObject): readonly string[] {
	const method = textIn(order.payment_method);
	if (method !== undefined && key === `_wc_${method}_environment`) return TEST_ENVIRONMENTS;
	const known = ownValue(TEST_PAYMENTS, key);
	// Without a method, the metadata is all that is known of the payment.
	return known && (method === undefined || known.method.test(method)) ? [known.mode] : [];
}

/** Whether the plug-in of an order's payment method marks the payment as a test. */
export const isTestPayment = (order: IDataObject): boolean =>
	propertiesIn(order.meta_data, 'key').some(({ names: [key = ''], value }) =>
		testModes(key, order).includes(textIn(value) ?? ''),
	);

/** The metadata of an order that says whether its payment is a test. */
export const testPaymentFields = (order: IDataObject): DecidingField[] =>
	propertiesIn(order.meta_data, 'key')
		.filter(
			({ names: [key = ''] }) =>
				Object.hasOwn(TEST_PAYMENTS, key) || testModes(key, order).length > 0,
		)
		.map(({ names: [key = ''], value }) => ({
			field: key,
			value,
			kind: 'status',
			of: 'of its metadata',
		}));
