// A field of the editor as one thing: what n8n shows of it, and how its value is read. A message calls a field by the
// label that the editor shows, and a list offers the values that are read.

import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { optionalChoice, optionalSwitch, refuse } from './checks';
import { numberIn } from './number';
import { ownValue } from './objects';
import { quote } from './wording';

/** Labels of the collections that hold fields. */
export const OPTIONS = 'Options';
export const FILTERS = 'Filters';
export const UPDATE_FIELDS = 'Update Fields';

/** What messages call a field: its label without the unit behind it. */
export const labelOf = ({ displayName }: Pick<INodeProperties, 'displayName'>): string =>
	displayName.replace(/ \(Seconds\)$/, '');

/** Joins labels, without those that are empty or missing: 'Options → Shop Name'. */
export const joinLabels = (...labels: Array<string | undefined>): string =>
	labels.filter((label): label is string => label !== undefined && label !== '').join(' → ');

export interface Field<Value> {
	property: INodeProperties;
	/**
	 * Reads a value that was entered, or that an expression or an AI agent gave.
	 *
	 * @param collection label of the collection that holds the field, if one does
	 * @throws UserError that begins with the label of the field, for a value that cannot be used
	 */
	read(value: unknown, collection?: string): Value;
}

/** @param read reads its value, for messages with its label */
export const field = <Value>(
	property: INodeProperties,
	read: (value: unknown, label: string) => Value,
): Field<Value> => ({
	property,
	read: (value, collection) => read(value, joinLabels(collection, labelOf(property))),
});

/** A field with a fixed list: its values are those that the list offers. */
interface ChoiceField<Choice extends string> extends Field<Choice> {
	/** As {@link Field.read}, but undefined in place of the default when nothing was entered. */
	readOptional(value: unknown, collection?: string): Choice | undefined;
}

type ChoiceProperty<Choice extends string> = Omit<INodeProperties, 'type' | 'options'> & {
	options: ReadonlyArray<INodePropertyOptions & { value: Choice }>;
	default: Choice;
};

/** Makes a field with a fixed list. Nothing entered is its default. */
export function choiceField<const Choice extends string>(
	shown: ChoiceProperty<Choice>,
): ChoiceField<Choice> {
	const { options, default: preset } = shown;
	const property: INodeProperties = { ...shown, type: 'options', options: [...options] };
	const choices = options.map(({ value }) => value);
	const { read: readOptional } = field(property, (value, label) =>
		optionalChoice(value, label, choices),
	);
	return {
		property,
		readOptional,
		read: (value, collection) => readOptional(value, collection) ?? preset,
	};
}

/** Makes a field that is on or off. Nothing entered is its default. */
export function switchField(
	shown: Omit<INodeProperties, 'type' | 'default'> & { default: boolean },
): Field<boolean> {
	return field(
		{ ...shown, type: 'boolean' },
		(value, label) => optionalSwitch(value, label) ?? shown.default,
	);
}

interface Amount {
	/** What nothing entered means, also where an option was not added; by default what the editor shows. */
	ifEmpty?: number;
	max?: number;
	/** What a message says that it must be. */
	kind?: string;
}

/** Makes a field for a number that is 0 or more. */
export const amountField = (
	property: INodeProperties & { default: number },
	{
		ifEmpty = property.default,
		max = Number.POSITIVE_INFINITY,
		kind = 'a number that is 0 or more',
	}: Amount = {},
): Field<number> =>
	field(property, (value, label) => {
		const isEmpty = value === undefined || value === null || value === '';
		const amount = isEmpty ? ifEmpty : numberIn(value);
		return amount === undefined || amount < 0 || amount > max
			? refuse(
					label,
					`is ${quote(value)}, but must be ${kind}`,
					`Enter for example ${property.default}.`,
				)
			: amount;
	});

/** What the editor shows of a field for a text, empty by default. */
export const textProperty = (
	displayName: string,
	name: string,
	example: string,
	description?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	...(description !== undefined && { description }),
});

/**
 * The parameter of a field that is offered in 'Options': n8n drops what a workflow sets for a parameter that is not shown, but
 * not for one of this type. So what a program wrote there counts, as long as the option was not added.
 */
export const hiddenParameter = ({
	displayName,
	name,
	default: preset,
	options,
	displayOptions,
}: INodeProperties): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: preset,
	...(options && { options }),
	...(displayOptions && { displayOptions }),
});

/** Of a row or a collection, a field that is there without being added. */
export const alwaysShown = (property: INodeProperties): INodeProperties => ({
	...property,
	typeOptions: { ...property.typeOptions, showEvenWhenOptional: true },
});

interface Rows extends Partial<
	Pick<INodeProperties, 'typeOptions' | 'description' | 'default' | 'displayOptions'>
> {
	/** What the button adds; by default what a row is called. */
	add?: string;
	row: INodePropertyCollection;
}

/** What the editor shows of a field with rows, each of which has the same fields. */
export const rowsProperty = (
	displayName: string,
	name: string,
	{ typeOptions, row, add = row.displayName, ...others }: Rows,
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${add}`, ...typeOptions },
	placeholder: `Add ${add}`,
	default: {},
	...others,
	options: [row],
});

/** Reads a field of 'Options'. @throws UserError as {@link Field.read} */
export const optionIn = <Value>(options: object, { property, read }: Field<Value>): Value =>
	read(ownValue(options as IDataObject, property.name), OPTIONS);
