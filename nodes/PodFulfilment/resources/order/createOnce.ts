import { UserError, type IDataObject } from 'n8n-workflow';

import { orderPath } from '../../api/paths';
import { isResource, tryResource } from '../../api/resource';
import type { OperationCall } from '../../execution/operation';
import { ServiceError } from '../../transport/serviceError';
import { differingPaths } from './difference';

/** Values of the option 'If Order Exists'. */
export type IfExists = 'returnExisting' | 'error';

/** Whether the external ID is used already (spec section 2): a violation names it, or there is a conflict. */
const isExternalIdTaken = ({ status, violations }: ServiceError): boolean =>
	status === 409 || violations.some(({ propertyPath }) => propertyPath === 'externalId');

/** Adds to an error that the order may have been placed all the same. */
function withDoubt(error: ServiceError, externalId: string): ServiceError {
	error.description = `${error.description ?? ''} Order "${externalId}" may have been placed. Running the node again is safe: with the same External ID no second order is placed.`;
	return error;
}

/** Reads the order with this external ID; undefined when there is none. */
async function findOrder(
	{ client }: OperationCall,
	externalId: string,
): Promise<IDataObject | undefined> {
	const result = await tryResource(client, {
		method: 'GET',
		...orderPath({ __rl: true, mode: 'externalId', value: externalId }),
	});
	if (!(result instanceof ServiceError)) return result.resource;
	if (result.status === 404) return undefined;
	throw withDoubt(result, externalId);
}

function orderMissingError(result: unknown, externalId: string, conflictAbout?: string): Error {
	if (result instanceof ServiceError) {
		if (result.status === 409 && conflictAbout) {
			result.message = `The current state of ${conflictAbout} does not allow this`;
		}
		return result;
	}
	return new UserError(`The service did not hand back order "${externalId}"`, {
		description: 'It accepted the order, but it cannot be found. Ask the service about it.',
	});
}

interface CreateOptions {
	/** What to do when the order exists: 'returnExisting' returns it if its content is the same. */
	ifExists: IfExists;
	/** Label of the editor field for a property path of the order. */
	fieldLabel: (path: string) => string;
	/** Name of what a 409 is about when no order has the external ID, e.g. `order "A-1"`. */
	conflictAbout?: string;
	/** Paths at which an existing order differs from the one sent. By default their content is compared. */
	differencesTo?: (existing: IDataObject) => string[] | Promise<string[]>;
}

/**
 * Creates an order under its external ID. Returns the existing order when one with the same content was created before.
 *
 * @param body Order in the service's form (spec section 4, POST /api/orders)
 * @throws UserError when an order with this external ID exists and has other content or must not be returned
 */
export async function createOnce(
	call: OperationCall,
	body: IDataObject & { externalId: string },
	options: CreateOptions,
): Promise<IDataObject> {
	const { externalId } = body;
	const { ifExists, fieldLabel, conflictAbout } = options;
	const { differencesTo = (existing: IDataObject) => differingPaths(body, existing) } = options;
	const result = await call.client.sendIdempotent(
		{ method: 'POST', path: '/api/orders', body, about: `order "${externalId}"`, fieldLabel },
		async () => await findOrder(call, externalId),
	);
	const isTaken = result instanceof ServiceError && isExternalIdTaken(result);
	if (result instanceof ServiceError && !isTaken) {
		throw result.isIndeterminate ? withDoubt(result, externalId) : result;
	}
	if ('body' in result && isResource(result.body)) return result.body;

	// The external ID is taken, the order was found after a lost response, or the response does not contain it.
	const existing = 'found' in result ? result.found : await findOrder(call, externalId);
	if (!existing) throw orderMissingError(result, externalId, conflictAbout);
	if (isTaken && ifExists === 'error') {
		throw new UserError(`Order "${externalId}" exists already`, {
			description:
				'Nothing was created. Use another External ID, or set the option "If Order Exists" to "Return Existing Order".',
		});
	}
	const paths = await differencesTo(existing);
	if (paths.length === 0) return existing;
	const names = paths.map(fieldLabel).join(', ');
	// An order found after a lost response may be the one just sent, with values that the service formats differently.
	const whatToDo = isTaken
		? 'Nothing was created or changed. Use another External ID for a new order, or the Update operation to change the order that stands.'
		: 'It may be the order that was sent just now, whose answer was lost. Look at it before you do anything else, and do not place it again under another External ID.';
	throw new UserError(`Order "${externalId}" exists already with other content: ${names}`, {
		description: `${whatToDo} The service calls what differs: ${paths.join(', ')}.`,
	});
}
