import type fc from 'fast-check';

/** A body that the holder of the secret signs. */
export interface SignedBody {
	/** In words, with what was drawn for it. */
	name: string;
	/** Whether it is an event envelope (spec section 6, Body envelope): known from how it is made, not by looking. */
	isEvent: boolean;
	/**
	 * @param id Stands in the body, so that no event is taken for another one
	 * @param now Milliseconds since 1970
	 */
	bytes(id: string, now: number): Buffer;
}

export type SignedBodies = fc.Arbitrary<SignedBody>;

export const textBody = (
	name: string,
	isEvent: boolean,
	text: (id: string, occurredAt: string) => string,
): SignedBody => ({
	name,
	isEvent,
	bytes: (id, now) => Buffer.from(text(id, new Date(now).toISOString())),
});

/** An order event with more in its order, its data and its envelope; each a piece of JSON that ends with a comma. */
export const orderEvent = (
	id: string,
	time: string,
	{ inOrder = '', inData = '', outside = '' } = {},
) =>
	`{${outside}"type":"order.updated","occurred_at":"${time}","retries":0,"data":{${inData}"order":{${inOrder}"id":"${id}","status":"shipped"}}}`;

export const noEvent = (name: string, text: (id: string, time: string) => string): SignedBody =>
	textBody(`no event: ${name}`, false, text);
