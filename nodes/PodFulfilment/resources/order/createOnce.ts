import { UserError, type IDataObject } from 'n8n-workflow';

import type { OperationCall } from '../../execution/operation';
import { ServiceError } from '../../transport/serviceError';
import { difference } from './difference';
import { isResource, tryResource } from '../../api/resource';
import { orderPath } from '../../api/paths';

/** What 'If Order Exists' offers. */
export type IfExists = 'returnExisting' | 'error';

/** Section 2: an external ID is unique; the service says that it is taken with a violation on it, or a conflict. */
const saysTaken = ({ status, violations }: ServiceError): boolean =>
	status === 409 || violations.some(({ propertyPath }) => propertyPath === 'externalId');

/** Says that the order may stand although no success was seen. */
function inDoubt(refusal: ServiceError, externalId: string): ServiceError {
	refusal.description = `${refusal.description ?? ''} Order "${externalId}" may have been placed. Running the node again is safe: with the same External ID no second order is placed.`;
	return refusal;
}

/** The order that stands under an external ID; undefined when there is none. */
async function standingOrder(
	{ client }: OperationCall,
	externalId: string,
): Promise<IDataObject | undefined> {
	const outcome = await tryResource(client, {
		method: 'GET',
		...orderPath({ __rl: true, mode: 'externalId', value: externalId }),
	});
	if (!(outcome instanceof ServiceError)) return outcome.resource;
	if (outcome.status === 404) return undefined;
	throw inDoubt(outcome, externalId);
}

function answerMissing(outcome: unknown, externalId: string, conflictAbout?: string): Error {
	if (outcome instanceof ServiceError) {
		if (outcome.status === 409 && conflictAbout) {
			outcome.message = `The current state of ${conflictAbout} does not allow this`;
		}
		return outcome;
	}
	return new UserError(`The service did not hand back order "${externalId}"`, {
		description: 'It accepted the order, but it cannot be found. Ask the service about it.',
	});
}

interface CreateOptions {
	/** 'returnExisting' compares what is sent with what stands; 'error' refuses in any case. */
	ifExists: IfExists;
	/** How the user knows the field at a path of the order. */
	fieldLabel: (path: string) => string;
	/** What a 409 is about when no order stands under the external ID, e.g. `order "A-1"`. */
	conflictAbout?: string;
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
	options: CreateOptions,
): Promise<IDataObject> {
	const { externalId } = body;
	const { ifExists, fieldLabel, conflictAbout } = options;
	const { differs = (standing: IDataObject) => difference(body, standing) } = options;
	const outcome = await call.client.sendIdempotent(
		{ method: 'POST', path: '/api/orders', body, about: `order "${externalId}"`, fieldLabel },
		async () => await standingOrder(call, externalId),
	);
	const isTaken = outcome instanceof ServiceError && saysTaken(outcome);
	if (outcome instanceof ServiceError && !isTaken) {
		throw outcome.isIndeterminate ? inDoubt(outcome, externalId) : outcome;
	}
	if ('body' in outcome && isResource(outcome.body)) return outcome.body;

	// Taken, found after the answer was lost, or created without an answer: look at what stands.
	const standing = 'found' in outcome ? outcome.found : await standingOrder(call, externalId);
	if (!standing) throw answerMissing(outcome, externalId, conflictAbout);
	if (isTaken && ifExists === 'error') {
		throw new UserError(`Order "${externalId}" exists already`, {
			description:
				'Nothing was created. Use another External ID, or set the option "If Order Exists" to "Return Existing Order".',
		});
	}
	const paths = await differs(standing);
	if (paths.length === 0) return standing;
	const names = paths.map(fieldLabel).join(', ');
	// Found after its answer was lost, it may be this very order, with values that the service writes in another way.
	const whatToDo = isTaken
		? 'Nothing was created or changed. Use another External ID for a new order, or the Update operation to change the order that stands.'
		: 'It may be the order that was sent just now, whose answer was lost. Look at it before you do anything else, and do not place it again under another External ID.';
	throw new UserError(`Order "${externalId}" exists already with other content: ${names}`, {
		description: `${whatToDo} The service calls what differs: ${paths.join(', ')}.`,
	});
}
