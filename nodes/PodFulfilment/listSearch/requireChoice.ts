import { UserError, type ILoadOptionsFunctions } from 'n8n-workflow';
import { type LocatorValue, locatorText } from '../input/locatorValue';

/**
 * What is chosen in the field that a list depends on.
 *
 * @param parameter name of that field, with an `&` before it for a neighbour in the same row
 * @param what name of that field in a sentence, e.g. 'order'
 * @throws UserError when nothing is chosen there, or an expression that has no value while the workflow is edited
 */
export function requireChoice(
	caller: ILoadOptionsFunctions,
	parameter: string,
	what: string,
): LocatorValue {
	const chosen = caller.getCurrentNodeParameter(parameter) as LocatorValue;
	const value = locatorText(chosen);
	if (value === '' || value.startsWith('=')) {
		throw new UserError(`Choose the ${what} first`, {
			description: `This list shows what belongs to the ${what}. If the ${what} comes from an expression, enter the ID here instead of choosing from the list.`,
		});
	}
	return chosen;
}
