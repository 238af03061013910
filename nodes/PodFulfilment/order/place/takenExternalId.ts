import { withFullStop } from '../../input/wording';
import { reasonIn, serviceSays } from '../../transport/errors/httpErrors';
import type { ServiceError } from '../../transport/errors/serviceError';

/** Statuses with which the service may refuse an external ID that is taken; spec section 7 does not say which it is. */
const MAY_MEAN_TAKEN = [400, 409, 422];

export const mayMeanTaken = ({ status }: ServiceError): boolean => MAY_MEAN_TAKEN.includes(status);

/** Whether a refusal of a new order is about its external ID, by its status, by the field or by its words. */
export const isAboutExternalId = ({ status, violations, serviceMessage }: ServiceError): boolean =>
	status === 409 ||
	violations.some(({ propertyPath }) => /^external_?id$/i.test(propertyPath)) ||
	(mayMeanTakenByWords(status) &&
		violations.every(({ propertyPath }) => propertyPath === '') &&
		/\bexternal[ _-]?id\b/i.test(serviceMessage));

const mayMeanTakenByWords = (status: number): boolean => status === 400 || status === 422;

/** Whether a refusal may well be about the external ID: the order is then looked for patiently. */
export const saysTaken = (error: ServiceError): boolean =>
	isAboutExternalId(error) || error.violations.some(({ propertyPath }) => propertyPath === '');

/** What is known of an order under the external ID when none was found. */
function knownOf(unread: ServiceError | undefined, isInDoubt: boolean): string {
	if (unread) {
		return `Whether there is an order with this External ID could not be read: ${withFullStop(unread.message)}`;
	}
	return isInDoubt
		? 'No order with this External ID is found yet.'
		: 'No order with this External ID was found, so none is known to be placed.';
}

/**
 * The error of a new order that the service refused because of its External ID (spec section 7), where that is not explained
 * by an order that has it: reads may lag behind.
 *
 * @param unread why it could not be read whether there is such an order; undefined where none was found
 * @param isInDoubt whether an earlier attempt may have placed it: what to do then, the note of the write says
 */
export function unexplainedConflict(
	refusal: ServiceError,
	subject: string,
	unread: ServiceError | undefined,
	isInDoubt = false,
): ServiceError {
	const { serviceMessage, violations } = refusal;
	const words = serviceMessage || violations.map(({ message }) => message).join(' ');
	const advice = isInDoubt
		? ''
		: ' Run the node again later: if there is one by then, it is found, and no second one is placed. If the service still refuses it, ask the provider.';
	return refusal.reworded({
		message: `The service refused ${subject} because of a conflict${reasonIn(words)}`,
		description: `${knownOf(unread, isInDoubt)}${advice}${serviceSays(words)}`,
	});
}
