// Reads the values of 'Shipping' and 'If Order Exists', which decide what is sent. Where nothing was entered, the
// default is Standard or Return Existing Order; a value that the list does not have, as an expression may give, is
// refused.

import { optionalChoice } from '../input/checks';
import { SHIPPING_VALUES } from '../spec/service';
import type { IfExists } from './composedOrder';

type Shipping = (typeof SHIPPING_VALUES)[number];

const DEFAULT_SHIPPING: Shipping = 'STANDARD';

/**
 * Reads a kind of shipping (spec section 2, Order).
 *
 * @returns undefined when nothing was entered
 * @throws UserError for anything but the two that the service has
 */
export const optionalShipping = (value: unknown, field = 'Shipping'): Shipping | undefined =>
	optionalChoice(value, field, SHIPPING_VALUES);

/** Like {@link optionalShipping}, but Standard when nothing was entered. */
export const shippingOf = (value: unknown): Shipping => optionalShipping(value) ?? DEFAULT_SHIPPING;

const IF_EXISTS: readonly IfExists[] = ['returnExisting', 'error'];

/** Reads 'If Order Exists'. */
export const ifExistsOf = (value: unknown): IfExists =>
	optionalChoice(value, 'Options → If Order Exists', IF_EXISTS) ?? 'returnExisting';
