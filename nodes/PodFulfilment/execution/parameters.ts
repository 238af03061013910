// Reads a parameter of an operation for twenty items in a row, which is faster than one by one, and keeps each value, or the
// error of its expression, until the item takes it. Where n8n brings the items one by one, reads that of another item.
// Also where the node keeps a parameter that may be among its options, and whether one has an expression.

import type { IExecuteSingleFunctions, INode, INodeParameters } from 'n8n-workflow';

import { isObject, ownValue, pick } from '../input/objects';
import type { OperationCall } from './operation';

/** Items for which a parameter is read at once. More would only use memory. */
const PREFETCHED_ITEMS = 20;

/** Reads a parameter of one item with its expressions resolved. */
type ReadParameter = (name: string, itemIndex: number, fallback: unknown) => unknown;

type ReadResult = { value: unknown } | { thrown: unknown };

/** Values of one parameter that were read and not yet taken, by the index of the item. */
interface Prefetched {
	results: Map<number, ReadResult>;
	/** Index of the first item whose value was not read. */
	end: number;
}

/**
 * Reads the parameters of a run for several items at once: n8n resolves expressions twice as fast in a row as one by
 * one between responses. An error is kept and thrown for the item it belongs to.
 */
export class ParameterPrefetch {
	private readonly prefetched = new Map<string, Prefetched>();

	private readonly read: ReadParameter;

	private readonly itemCount: number;

	constructor(read: ReadParameter, itemCount: number) {
		this.read = read;
		this.itemCount = itemCount;
	}

	/**
	 * Returns a parameter's value for one item, and forgets it. A second call for the same item reads it again, so that
	 * no object is shared.
	 *
	 * @param fallback the same for all items that ask for this parameter
	 * @throws what n8n throws when an expression of this item cannot be resolved
	 */
	take(name: string, itemIndex: number, fallback: unknown): unknown {
		const prefetched = this.prefetched.get(name) ?? { results: new Map(), end: 0 };
		this.prefetched.set(name, prefetched);
		const { results } = prefetched;
		if (itemIndex >= prefetched.end) {
			// Values of items that did not need this parameter.
			results.clear();
			prefetched.end = Math.min(itemIndex + PREFETCHED_ITEMS, this.itemCount);
			for (let index = itemIndex; index < prefetched.end; index += 1) {
				results.set(index, this.readResult(name, index, fallback));
			}
		}
		const result = results.get(itemIndex) ?? this.readResult(name, itemIndex, fallback);
		results.delete(itemIndex);
		if ('thrown' in result) throw result.thrown;
		return result.value;
	}

	private readResult(name: string, itemIndex: number, fallback: unknown): ReadResult {
		try {
			return { value: this.read(name, itemIndex, fallback) };
		} catch (thrown) {
			return { thrown };
		}
	}
}

/** The parameters of a node as it stores them, whichever of them are among its options. */
export interface StoredParameters {
	/** By their names. */
	values: INodeParameters;
	/** Where n8n finds one: `options.shipping`. */
	pathOf(name: string): string;
}

/**
 * Finds the parameters of a node. One that its options have comes from there, also where it is empty; else from the top level.
 *
 * @param inOptions names of those that the options may have
 */
export function storedParameters(
	{ parameters }: Pick<INode, 'parameters'>,
	inOptions: readonly string[] = [],
): StoredParameters {
	const { options } = parameters;
	const added = isObject(options) ? (pick(options, inOptions) as INodeParameters) : {};
	return {
		values: { ...parameters, ...added },
		pathOf: (name) => (Object.hasOwn(added, name) ? `options.${name}` : name),
	};
}

/** Whether a parameter, as the node stores it, is a text and no expression, which begins with an equals sign. */
export const isFixedText = (stored: unknown): boolean =>
	typeof stored === 'string' && stored !== '' && !stored.startsWith('=');

/** A value as it is stored, at any depth with its expressions evaluated. */
function evaluated(value: unknown, evaluate: (expression: string) => unknown): unknown {
	if (typeof value === 'string') return value.startsWith('=') ? evaluate(value.slice(1)) : value;
	if (Array.isArray(value)) return value.map((entry) => evaluated(entry, evaluate));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [name, evaluated(entry, evaluate)]),
	);
}

/**
 * The parameters of an item, whichever item the caller is about.
 *
 * @throws what n8n throws when an expression cannot be resolved
 */
export function evaluatedParameter(
	caller: IExecuteSingleFunctions,
	itemIndex: number,
	{ values }: StoredParameters,
): OperationCall['parameter'] {
	const evaluate = (expression: string): unknown =>
		caller.evaluateExpression(expression, itemIndex);
	return <Value>(name: string, fallback?: Value) =>
		evaluated(ownValue(values, name) ?? fallback, evaluate) as Value;
}
