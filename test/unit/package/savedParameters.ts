import type { GenericValue, INodeParameters } from 'n8n-workflow';

/** Values that a saved workflow sets, by the path of their parameter as in {@link declaredParameters}. */
export type SavedValues = Map<string, Set<string>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the parameters of a node, and every field inside of one. Of a resource locator its mode counts as the value. */
export function collectSavedValues(
	parameters: INodeParameters | Record<string, unknown>,
	into: SavedValues,
	within = '',
): void {
	const note = (path: string, ...values: unknown[]): void => {
		const known = into.get(path) ?? new Set();
		for (const value of values) known.add(String(value));
		into.set(path, known);
	};
	for (const [name, value] of Object.entries(parameters) as Array<[string, GenericValue]>) {
		const path = `${within}${name}`;
		if (isObject(value) && value.__rl === true) note(path, value.mode);
		else if (isObject(value)) {
			note(path);
			collectSavedValues(value, into, `${path}.`);
		} else if (Array.isArray(value) && value.some(isObject)) {
			for (const row of value) collectSavedValues(row as INodeParameters, into, `${path}[].`);
		} else if (Array.isArray(value)) note(path, ...(value as unknown[]));
		else note(path, value);
	}
}
