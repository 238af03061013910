import {
	signature,
	signedHeaders,
	withSignature,
	withTimestamp,
	type Delivery,
} from './delivery.ts';
import type { Forgery, SenderStyle } from './history.ts';

/** Milliseconds beyond the tolerance of a trigger, however far ahead the clock of the service is. */
const FAR_MS = 2 * 1_200_000;

/** What somebody makes of a genuine delivery who does not know the secret. */
export function forged(genuine: Delivery, how: Forgery, style: SenderStyle): Delivery {
	const { body, timestamp } = genuine;
	const unsigned: Delivery = { ...genuine, kind: 'forged', secret: undefined };
	const signedWith = (secret: string, time = timestamp): Delivery['headers'] =>
		signedHeaders(style, { secret, time }, body);
	switch (how) {
		case 'otherSecret':
			return { ...unsigned, headers: signedWith('guessed-secret') };
		case 'emptySecret':
			return { ...unsigned, headers: signedWith('') };
		case 'noSignature':
			return { ...unsigned, headers: withSignature(genuine, undefined) };
		case 'twoSignatures':
			return {
				...unsigned,
				headers: withSignature(genuine, [signature(genuine), signature(genuine)]),
			};
		case 'changedBody':
			return { ...unsigned, body: body.replace('pending', 'shipped') };
		case 'changedTimestamp':
			return { ...unsigned, headers: withTimestamp(genuine, timestamp + 5_000) };
		case 'tooOld':
		case 'tooNew': {
			// Genuine, and no longer or not yet to be taken.
			const time = timestamp + (how === 'tooOld' ? -FAR_MS : FAR_MS);
			const headers = signedHeaders(style, { secret: genuine.secret ?? '', time }, body);
			return { ...genuine, headers, timestamp: time };
		}
	}
}
