// The words for the violations of a 422: the values that the service does not accept, under the labels of their fields.

import { firstAndMore, firstReasons, serviceText } from '../../input/wording';
import type { ErrorText, Violation } from './serviceError';
import type { ServiceRequest } from '../types';

/** Violations listed in a message. Nobody reads more. */
const MAX_LISTED_VIOLATIONS = 10;

/** Length of one violation in a message, which names two of them. */
const MAX_REASON_LENGTH = 150;

/** A violation for a message, without its full stop. */
const reasonIn = (line: string): string => serviceText(line, MAX_REASON_LENGTH).replace(/\.$/, '');

/** A single violation goes into the message. Of several, the message has the first two and the description all. */
export function violationsWording(
	violations: readonly Violation[],
	{ fieldLabel = (path) => path }: Pick<ServiceRequest, 'fieldLabel'>,
	isInDoubt: boolean,
): ErrorText {
	const lines = violations.map(({ propertyPath, message }) =>
		propertyPath === '' ? message : `${fieldLabel(propertyPath)}: ${message}`,
	);
	const next = `Correct what is named here and run the node again.${isInDoubt ? '' : ' Nothing was changed.'}`;
	const [only, ...others] = lines;
	if (only !== undefined && others.length === 0) {
		return { message: `The service does not accept a value: ${only}`, description: next };
	}
	return {
		message: `The service does not accept ${violations.length} values: ${firstReasons(lines.map(reasonIn))}`,
		description: [...firstAndMore(lines, undefined, MAX_LISTED_VIOLATIONS), next].join('\n'),
	};
}
