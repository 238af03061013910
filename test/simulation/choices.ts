import fc from 'fast-check';

/** One of several; the first is what a failing history is shrunk to. */
export const oneOf = <Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** Mostly the first, now and then another. */
export const mostly = <Value>(plain: Value, ...others: Value[]): fc.Arbitrary<Value> =>
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant(plain) },
		{ weight: 2, arbitrary: fc.constantFrom(...others) },
	);
