/** Levels of objects and arrays in a body. An order has eight. */
const MAXIMUM_DEPTH = 128;

/** Thrown for a body that nests deeper: to work through one could exhaust the stack. */
export class TooDeep extends Error {
	constructor() {
		super(`The body is nested more than ${MAXIMUM_DEPTH} levels deep.`);
	}
}

/**
 * Parses the body of a request.
 * @returns undefined for an empty one
 * @throws TooDeep, or SyntaxError
 */
export function parseJson(text: string): unknown {
	if (text === '') return undefined;
	if (isDeeperThan(text, MAXIMUM_DEPTH)) throw new TooDeep();
	return JSON.parse(text) as unknown;
}

/** Counts the brackets outside of strings; what it says of text that is no JSON does not matter. */
function isDeeperThan(text: string, limit: number): boolean {
	let depth = 0;
	let isInString = false;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (isInString) {
			if (character === '\\') index += 1;
			else if (character === '"') isInString = false;
		} else if (character === '"') isInString = true;
		else if (character === '[' || character === '{') depth += 1;
		else if (character === ']' || character === '}') depth -= 1;
		if (depth > limit) return true;
	}
	return false;
}
