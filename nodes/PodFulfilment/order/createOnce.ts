import { UserError, type IDataObject } from 'n8n-workflow';

import { orderPath } from '../locators/order';
import type { OperationCall } from '../resources/operation';
import { ServiceRefusal } from '../transport/refusal';
import { difference } from './difference';
import { isObject } from './inputs';

/** What 'If Order Exists' offers. */
export type IfExists = 'returnExisting' | 'error';

/** Whether an answer holds the order; the spec promises it, and where it is missing the order is read. */
const isOrder = (body: unknown): body is IDataObject =>
	isObject(body) && typeof body.id === 'string' && body.id !== '';

/** Section 2: an external ID is unique; the service says that it is taken with a violation on it, or a conflict. */
const saysTaken = ({ status, violations }: ServiceRefusal): boolean =>
	status === 409 || violations.some(({ propertyPath }) => propertyPath === 'externalId');

/** Says that the order may stand although no success was seen. */
function inDoubt(refusal: ServiceRefusal, externalId: string): ServiceRefusal {
	refusal.description = `${refusal.description ?? ''} Order "${externalId}" may have been placed. Running the node again is safe: an order that stands is handed back.`;
	return refusal;
}

/** The order that stands under an external ID; undefined when there is none. */
async function standingOrder(
	{ service }: OperationCall,
	externalId: string,
): Promise<IDataObject | undefined> {
	const outcome = await service.attempt({
		method: 'GET',
		...orderPath({ __rl: true, mode: 'externalId', value: externalId }),
	});
	if (!(outcome instanceof ServiceRefusal)) return outcome.object;
	if (outcome.status === 404) return undefined;
	throw inDoubt(outcome, externalId);
}

const answerMissing = (outcome: unknown, externalId: string): Error =>
	outcome instanceof ServiceRefusal
		? outcome
		: new UserError(`The service did not hand back order "${externalId}"`, {
				description: 'It accepted the order, but it cannot be found. Ask the service about it.',
			});

interface CreateOptions {
	/** 'returnExisting' compares what is sent with what stands; 'error' refuses in any case. */
	ifExists: IfExists;
	/** How the user knows the field at a path of the order. */
	fieldName: (path: string) => string;
	/** Paths at which the standing order differs from what is sent; by default the content is compared. */
	differs?: (standing: IDataObject) => string[] | Promise<string[]>;
}

/**
 * Creates an order under its external ID; a second time with the same content hands back the order that stands.
 *
 * @param body Order as the service takes it (spec section 4, POST /api/orders)
 * @throws UserError when an order with this external ID stands and is not to be, or cannot be, handed back
 */
export async function createOnce(
	call: OperationCall,
	body: IDataObject & { externalId: string },
	{ ifExists, fieldName, differs = (standing) => difference(body, standing) }: CreateOptions,
): Promise<IDataObject> {
	const { externalId } = body;
	const outcome = await call.service.sendOnce(
		{ method: 'POST', path: '/api/orders', body, about: `order "${externalId}"`, fieldName },
		async () => await standingOrder(call, externalId),
	);
	const isTaken = outcome instanceof ServiceRefusal && saysTaken(outcome);
	if (outcome instanceof ServiceRefusal && !isTaken) {
		throw outcome.isUnknown ? inDoubt(outcome, externalId) : outcome;
	}
	if ('body' in outcome && isOrder(outcome.body)) return outcome.body;

	// Taken, found after the answer was lost, or created without an answer: look at what stands.
	const standing = 'found' in outcome ? outcome.found : await standingOrder(call, externalId);
	if (!standing) throw answerMissing(outcome, externalId);
	if (isTaken && ifExists === 'error') {
		throw new UserError(`Order "${externalId}" exists already`, {
			description:
				'Nothing was created. Use another External ID, or set the option "If Order Exists" to "Return Existing Order".',
		});
	}
	const paths = await differs(standing);
	if (paths.length > 0) {
		throw new UserError(
			`Order "${externalId}" exists already with other content: ${paths.map(fieldName).join(', ')}`,
			{
				description: `Nothing was created or changed. Use another External ID for a new order, or the Update operation to change the order that stands. The service calls what differs: ${paths.join(', ')}.`,
			},
		);
	}
	return standing;
}
