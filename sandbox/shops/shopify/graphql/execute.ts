import { GraphqlError } from './errors.ts';
import type { Argument, Operation, Selection } from './parse.ts';

export type Values = Record<string, unknown>;

/** A field that is computed, or takes arguments. */
export class Field {
	readonly argumentNames: readonly string[];
	readonly resolve: (args: Values) => unknown;
	readonly sample: SchemaObject | undefined;

	/** @param sample of a mutation: what it may return, so that a wrong selection is found before anything changes */
	constructor(
		argumentNames: readonly string[],
		resolve: (args: Values) => unknown,
		sample?: SchemaObject,
	) {
		this.argumentNames = argumentNames;
		this.resolve = resolve;
		this.sample = sample;
	}
}

/** An object of the schema: every field that may be asked for, as a value or as a Field. */
export interface SchemaObject {
	__typename: string;
	[field: string]: unknown;
}

/**
 * Carries out an operation, its fields one after the other.
 * @throws GraphqlError
 */
export function execute(
	{ variables, selections }: Operation,
	root: SchemaObject,
	given: Values,
): Values {
	const values: Values = {};
	for (const [name, { isRequired, default: fallback }] of variables) {
		const value = given[name] ?? (fallback && valueOf(fallback, {}));
		if (isRequired && (value === undefined || value === null)) {
			throw new GraphqlError(`Variable $${name} was provided invalid value`);
		}
		values[name] = value;
	}
	return select(root, selections, values);
}

function select(object: SchemaObject, selections: Selection[], variables: Values): Values {
	return Object.fromEntries(
		selections.map((selection) => [selection.key, fieldOf(object, selection, variables)]),
	);
}

function fieldOf(object: SchemaObject, selection: Selection, variables: Values): unknown {
	const { name, args } = selection;
	const field = Object.hasOwn(object, name) ? object[name] : undefined;
	if (field === undefined) {
		throw new GraphqlError(`Field '${name}' doesn't exist on type '${object.__typename}'`);
	}
	const names = field instanceof Field ? field.argumentNames : [];
	const unknown = Object.keys(args).find((argument) => !names.includes(argument));
	if (unknown !== undefined) {
		throw new GraphqlError(`Field '${name}' doesn't accept argument '${unknown}'`);
	}
	if (!(field instanceof Field)) return project(field, selection, variables);
	const values = Object.entries(args).map(([argument, value]) => [
		argument,
		valueOf(value, variables),
	]);
	if (field.sample) project(field.sample, selection, variables);
	return project(field.resolve(Object.fromEntries(values) as Values), selection, variables);
}

function project(value: unknown, selection: Selection, variables: Values): unknown {
	if (Array.isArray(value)) return value.map((member) => project(member, selection, variables));
	const { name, selections } = selection;
	if (typeof value === 'object' && value !== null) {
		if (!selections) throw new GraphqlError(`Field '${name}' must have selections`);
		return select(value as SchemaObject, selections, variables);
	}
	if (selections && value !== null) {
		throw new GraphqlError(`Selections can't be made on the scalar '${name}'`);
	}
	return value;
}

function valueOf(argument: Argument, variables: Values): unknown {
	if ('constant' in argument) return argument.constant;
	if ('list' in argument) return argument.list.map((member) => valueOf(member, variables));
	if ('object' in argument) {
		return Object.fromEntries(
			Object.entries(argument.object).map(([name, value]) => [name, valueOf(value, variables)]),
		);
	}
	if (!Object.hasOwn(variables, argument.variable)) {
		throw new GraphqlError(`Variable $${argument.variable} is not declared`);
	}
	return variables[argument.variable];
}
