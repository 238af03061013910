/** Request headers as Node and Express hand them over: a name given twice is an array or one joined string. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The value of a header that is given exactly once, without regard to the case of its name.
 * Absent, empty and repeated headers give `undefined`: which of two values counts must not be a matter of luck.
 */
export function singleHeader(headers: RequestHeaders, name: string): string | undefined {
	const wanted = name.toLowerCase();
	const values = Object.entries(headers)
		.filter(([key, value]) => key.toLowerCase() === wanted && value !== undefined)
		.flatMap(([, value]) => value);
	const [value] = values;
	return values.length === 1 && typeof value === 'string' && value !== '' ? value : undefined;
}
