// Reads 'Shipping' and 'If Order Exists'. They decide what is sent. An expression may give anything: what a
// list does not have is refused, and nothing in its place, as for other optional fields, is the default.

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
