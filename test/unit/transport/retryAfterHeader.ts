import fc from 'fast-check';

const dayOrMonth = fc.constantFrom('Mon', 'Tue', 'Oct', 'Okt', 'Nov', 'Feb', 'May', 'Xyz');
const number = fc.integer({ min: 0, max: 99_999 }).map(String);

/** Texts in the forms of a date, with values that may be invalid. */
const nearlyDate = fc
	.tuple(dayOrMonth, number, dayOrMonth, number, number, number, number)
	.map(
		([day, date, month, year, hours, minutes, seconds]) =>
			`${day}, ${date.slice(0, 2).padStart(2, '0')} ${month} ${year.padStart(4, '0').slice(0, 4)} ${hours.slice(0, 2).padStart(2, '0')}:${minutes.slice(0, 2).padStart(2, '0')}:${seconds.slice(0, 2).padStart(2, '0')} GMT`,
	);

/** Any `Retry-After` header: numbers, dates, near misses, and anything else. */
export const retryAfterHeader: fc.Arbitrary<string> = fc.oneof(
	fc.string(),
	fc.integer().map(String),
	fc.bigInt().map(String),
	fc.double().map(String),
	fc.date().map((date) => date.toUTCString()),
	nearlyDate,
	fc.array(fc.nat().map(String)).map((values) => values.join(', ')),
);
