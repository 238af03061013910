// The JSON of an output item as it leaves any node: without secrets, and without markup in its texts for a person, such
// as `warnings`, `problems` and `itemLines`.

import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../input/guards';
import { withoutMarkup } from '../input/wording';
import type { Redact } from '../transport/secrets';
import { withoutSecrets } from './withoutSecrets';

/** Fields of an item, or of an order in it, that are written for a person and quote customers, shops and the service. */
const TEXTS = [
	...['warnings', 'toReview', 'problems', 'nextWhy', 'currentError', 'recipientLine', 'itemLines'],
];

function textWithoutMarkup(value: unknown): unknown {
	if (Array.isArray(value)) return (value as unknown[]).map(textWithoutMarkup);
	return typeof value === 'string' ? withoutMarkup(value) : value;
}

/** The object with these fields changed, all in their order. */
const withChanged = (
	object: IDataObject,
	names: readonly string[],
	change: (value: unknown) => unknown,
): IDataObject =>
	names.some((name) => Object.hasOwn(object, name))
		? (Object.fromEntries(
				Object.entries(object).map(([name, value]) => [
					name,
					names.includes(name) ? change(value) : value,
				]),
			) as IDataObject)
		: object;

const orderWithoutMarkup = (order: unknown): unknown =>
	isObject(order) ? withChanged(order, TEXTS, textWithoutMarkup) : order;

const currentWithoutMarkup = (current: unknown): unknown =>
	isObject(current) ? withChanged(current, ['order'], orderWithoutMarkup) : current;

/** Texts may be sent on in a mail, which n8n sends as HTML. Data stay as they are, such as the name of a customer. */
function textsWithoutMarkup(json: IDataObject): IDataObject {
	// Another object of the service may have a field of that name.
	const own = json.skipped === true ? [...TEXTS, 'reason'] : TEXTS;
	const item = withChanged(json, own, textWithoutMarkup);
	return withChanged(
		withChanged(item, ['order'], orderWithoutMarkup),
		['current'],
		currentWithoutMarkup,
	);
}

/**
 * The JSON of an output item as it leaves any node of this package: without the secrets of the credential, and its texts
 * without markup.
 */
export const itemJson = async (json: IDataObject, redact: Redact): Promise<IDataObject> =>
	textsWithoutMarkup(await withoutSecrets(json, redact));
