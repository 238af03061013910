// Reads a parameter of another item where n8n brings the items one by one: its expressions are evaluated for that item.

import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isObject, ownValue } from '../input/guards';
import type { OperationCall } from './operation';

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
): OperationCall['parameter'] {
	const { parameters } = caller.getNode();
	const evaluate = (expression: string): unknown =>
		caller.evaluateExpression(expression, itemIndex);
	return <Value>(name: string, fallback?: Value) =>
		evaluated(ownValue(parameters, name) ?? fallback, evaluate) as Value;
}
