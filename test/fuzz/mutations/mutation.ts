import fc from 'fast-check';
import type { Delivery } from '../delivery.ts';

/** One change to a delivery, with the numbers that were drawn for it. */
export interface Mutation {
	step: string;
	apply(delivery: Delivery): Delivery;
}

const drawnText = (drawn: unknown): string =>
	JSON.stringify(drawn, (_key, value: unknown) =>
		value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
	).slice(0, 200);

/**
 * @param name What it does, in words
 * @param draws The numbers and values that it draws
 * @param change The parts of a delivery that it changes
 */
export const mutation = <Drawn>(
	name: string,
	draws: fc.Arbitrary<Drawn>,
	change: (delivery: Delivery, drawn: Drawn) => Partial<Delivery>,
): fc.Arbitrary<Mutation> =>
	draws.map((drawn) => {
		const step = `${name} ${drawnText(drawn)}`;
		return {
			step,
			apply: (delivery) => ({
				...delivery,
				...change(delivery, drawn),
				steps: [...delivery.steps, step],
			}),
		};
	});

/** A mutation that draws nothing. */
export const change = (
	name: string,
	apply: (delivery: Delivery) => Partial<Delivery>,
): fc.Arbitrary<Mutation> => mutation(name, fc.constant(''), apply);
