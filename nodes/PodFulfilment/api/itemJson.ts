// The JSON of an output item as it leaves any node: without secrets, and without markup in its texts for a person, such
// as `warnings`, `problems` and `itemLines`. How a secret is found in a text is in transport/secrets.ts.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/objects';
import { withLookalikes } from '../input/wording';
import { redactDeep, type Redact } from '../transport/secrets';
import { namesErrors, validationErrorsOf } from './validationErrors';

/** Texts for a person in which this package repeats words of the service, which knows the secrets. */
const TEXTS_WITH_ITS_WORDS = ['warnings', 'toReview', 'problems', 'currentError'];

/** All fields of an item, or of an order in it, that are written for a person and quote customers, shops and the service. */
const TEXTS = [...TEXTS_WITH_ITS_WORDS, 'nextWhy', 'recipientLine', 'itemLines'];

/** Whether an object holds words of the service: in those texts, or in its own fields, such as what its validation found. */
const holdsItsWords = (json: IDataObject): boolean =>
	Object.keys(json).some(
		(name) => namesErrors(name) || name === 'failureReasons' || TEXTS_WITH_ITS_WORDS.includes(name),
	);

/** The objects of the service in the item of a trigger. */
function objectsIn({ order, shipment, mockupTask, current }: IDataObject): IDataObject[] {
	const currentOrder = isObject(current) ? current.order : undefined;
	return [order, shipment, mockupTask, currentOrder].filter(isObject);
}

/** Leaves out the texts with a secret in an item that holds words of the service. Others hold data alone, and are not searched. */
const withoutSecrets = async (json: IDataObject, redact: Redact): Promise<IDataObject> =>
	holdsItsWords(json) ||
	objectsIn(json).some((object) => holdsItsWords(object) || validationErrorsOf(object).length > 0)
		? await redactDeep(json, redact)
		: json;

/** The object with these fields changed, all in their order. */
const withChanged = (
	object: unknown,
	names: readonly string[],
	change: (value: unknown) => unknown,
): unknown =>
	isObject(object) && names.some((name) => Object.hasOwn(object, name))
		? Object.fromEntries(
				Object.entries(object).map(([name, value]) => [
					name,
					names.includes(name) ? change(value) : value,
				]),
			)
		: object;

const textWithoutMarkup = (value: unknown): unknown => {
	if (Array.isArray(value)) return (value as unknown[]).map(textWithoutMarkup);
	return typeof value === 'string' ? withLookalikes(value) : value;
};

const orderWithoutMarkup = (order: unknown): unknown =>
	withChanged(order, TEXTS, textWithoutMarkup);

/** Texts may be sent on in a mail, which n8n sends as HTML. Data stay as they are, such as the name of a customer. */
function textsWithoutMarkup(json: IDataObject): IDataObject {
	// Another object of the service may have a field of that name.
	const own = json.skipped === true ? [...TEXTS, 'reason'] : TEXTS;
	const item = withChanged(json, own, textWithoutMarkup);
	const withOrder = withChanged(item, ['order'], orderWithoutMarkup);
	return withChanged(withOrder, ['current'], (current) =>
		withChanged(current, ['order'], orderWithoutMarkup),
	) as IDataObject;
}

/** @param json as any node of this package hands it out */
export const itemJson = async (json: IDataObject, redact: Redact): Promise<IDataObject> =>
	textsWithoutMarkup(await withoutSecrets(json, redact));
