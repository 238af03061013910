// Reads a field that has to be chosen before a list can be shown, or refuses: 'Choose the order first'.

import { UserError, type ILoadOptionsFunctions } from 'n8n-workflow';

import { locatorText, type LocatorValue } from '../input/locatorValue';

/**
 * Returns the value of the field that a list depends on.
 *
 * @param parameter name of the field, with the prefix `&` for a field in the same row
 * @param noun the field in a sentence, e.g. 'order'
 * @throws UserError when it is empty, or an expression that cannot be evaluated in the editor
 */
export function requireSelection(
	caller: ILoadOptionsFunctions,
	parameter: string,
	noun: string,
): LocatorValue {
	const selected = caller.getCurrentNodeParameter(parameter) as LocatorValue;
	const value = locatorText(selected);
	if (value === '' || value.startsWith('=')) {
		throw new UserError(`Choose the ${noun} first`, {
			description: `This list shows what belongs to the ${noun}. If the ${noun} comes from an expression, enter the ID here instead of choosing from the list.`,
		});
	}
	return selected;
}
