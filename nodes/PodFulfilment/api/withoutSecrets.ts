// Which output items are searched for secrets: those that repeat words of the service, such as warnings and validation
// errors. How a secret is found in a text is in transport/secrets.ts.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/guards';
import { redactDeep, type Redact } from '../transport/secrets';
import { namesErrors, validationErrorsOf } from './validationErrors';

/** Fields of an item in which this package repeats words of the service, besides those that are named after errors. */
const WORDS = ['warnings', 'toReview', 'problems', 'currentError', 'failureReasons'];

const holdsWords = (json: IDataObject): boolean =>
	Object.keys(json).some((name) => namesErrors(name) || WORDS.includes(name));

/** The objects of the service in the item of a trigger. */
function objectsIn({ order, shipment, mockupTask, current }: IDataObject): IDataObject[] {
	const currentOrder = isObject(current) ? current.order : undefined;
	return [order, shipment, mockupTask, currentOrder].filter(isObject);
}

/**
 * Leaves out the texts with a secret of the credential in an output item that holds words of the service, such as what its
 * validation found: the service knows them. Other items hold data alone, and are not searched.
 *
 * @param json as any node of this package hands it out
 */
export const withoutSecrets = async (json: IDataObject, redact: Redact): Promise<IDataObject> =>
	holdsWords(json) ||
	objectsIn(json).some((object) => holdsWords(object) || validationErrorsOf(object).length > 0)
		? await redactDeep(json, redact)
		: json;
