import { UserError, type IDataObject } from 'n8n-workflow';

import { differencesOf, type Difference } from '../../api/difference';
import { numberIn, objectsOf, trimmed } from '../../input/guards';
import { quote } from '../../input/wording';

/** Differences that are listed with their values. An order of many items may have hundreds. */
const MAX_TOLD_DIFFERENCES = 20;

/** Statuses of an order that is not produced (spec section 3). */
const NOT_PRODUCED = ['canceled', 'failed'];

/** Variant and quantity of each item. A service may write the ID of a variant as an IRI. */
const productsOf = (items: unknown): IDataObject[] =>
	objectsOf(items).map(({ variantId, quantity }) => ({
		variantId: trimmed(variantId).split('/').at(-1)?.toLowerCase(),
		quantity: numberIn(quantity),
	}));

/**
 * Where an order has other products than the order that was sent, whatever texts the service writes in its own way. What
 * it leaves out is not a difference.
 */
export function otherProducts(sent: IDataObject, existing: IDataObject): Difference[] {
	const [wanted, found] = [productsOf(sent.orderItems), productsOf(existing.orderItems)];
	// A reprint need not send its items.
	if (wanted.length === 0 || found.length === 0) return [];
	return differencesOf(wanted, found, 'orderItems').filter(
		(difference) => difference.existing !== undefined && difference.existing !== '',
	);
}

/** A warning for an order whose status keeps it from being produced. */
export const productionWarnings = ({ status }: IDataObject, externalId: string): string[] =>
	NOT_PRODUCED.includes(String(status))
		? [
				`The status of order "${externalId}" is ${String(status)}: it is not produced. To order again, use another External ID.`,
			]
		: [];

/** The error for an External ID that is taken, when 'If Order Exists' refuses every existing order. */
export const existsAlready = (externalId: string): UserError =>
	new UserError(`Order "${externalId}" exists already`, {
		description:
			'Nothing was created. Use another External ID, or set the option "If Order Exists" to "Return Existing Order".',
	});

/** The operation that can change a property of an order (spec section 4). */
function changedBy(path: string): string {
	if (/^orderItems\[/.test(path)) return 'Order Item → Update changes it.';
	if (/^(recipient|shipping)\b/.test(path)) return 'Order → Update changes it.';
	return 'No operation changes it.';
}

/** Properties whose values are about no person: they may be shown to whoever knows the External ID. */
const NOBODYS = /^(shipping|orderItems\[\d+\]\.(variantId|quantity|options\[\d+\]\.(id|value)))$/;

/** The values of a difference, as far as they are about no person; undefined where only the field may be named. */
function shownValues({
	path,
	sent,
	existing,
	isConcealed = false,
}: Difference): string | undefined {
	if (isConcealed) return undefined;
	if (Array.isArray(sent) && Array.isArray(existing)) {
		return `sent a list of ${sent.length}, existing a list of ${existing.length}`;
	}
	const isText = [sent, existing].every((value) => typeof value !== 'object' || value === null);
	return isText && NOBODYS.test(path)
		? `sent ${quote(sent)}, existing ${quote(existing)}`
		: undefined;
}

/**
 * The error for an External ID whose order has other content than the one that was composed. Names the fields, and what
 * can change the existing order. Whoever guesses an External ID gets this text too, so it holds none of the existing
 * order's values but those that are about no person.
 *
 * @param existedBefore whether it is certain that it was not placed just now
 * @param explained what the differences mean, if the source of the order knows it
 */
export function otherContent(
	externalId: string,
	differences: Difference[],
	fieldLabel: (path: string) => string,
	existedBefore: boolean,
	explained: readonly string[] = [],
): UserError {
	const labels = differences.map(({ path }) => fieldLabel(path));
	const paths = differences.map(({ path }) => path);
	const lines = differences.slice(0, MAX_TOLD_DIFFERENCES).map((difference) => {
		const { path, isConcealed = false } = difference;
		const values = shownValues(difference);
		const what =
			values === undefined ? `${fieldLabel(path)} differs` : `${fieldLabel(path)}: ${values}`;
		return isConcealed ? `${what}.` : `${what}. ${changedBy(path)}`;
	});
	// What is explained says itself what to do: another External ID would print a shop's order twice.
	const known =
		explained.length > 0
			? 'Nothing was created or changed.'
			: 'Nothing was created or changed. Use another External ID for a new order, or the Update operation to change the order that exists.';
	const whatToDo = existedBefore ? known : 'It may be the order that was sent before.';
	return new UserError(
		`Order "${externalId}" exists already with other content: ${labels.join(', ')}`,
		{
			description: [
				whatToDo,
				...explained,
				...lines,
				`The service calls what differs: ${paths.join(', ')}.`,
			].join('\n'),
		},
	);
}
