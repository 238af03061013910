import type { ErrorText, Violation } from './serviceError';
import type { ServiceRequest } from '../types';

/** Violations listed in a message. Nobody reads more. */
const MAX_LISTED_VIOLATIONS = 10;

/** Length of the field names in a message, which is one line. The first name is always shown. */
const MAX_NAMES_LENGTH = 80;

/** Truncates a long list; a last entry says how many are left out. */
const truncated = (entries: string[], length: number): string[] =>
	entries.length > length
		? [...entries.slice(0, length), `and ${entries.length - length} more`]
		: entries;

/** As many of the names as fit into one line. */
function namesNote(names: string[]): string {
	if (names.length === 0) return '';
	const fitting = names
		.slice(0, MAX_LISTED_VIOLATIONS)
		.filter(
			(_, index) => index === 0 || names.slice(0, index + 1).join(', ').length <= MAX_NAMES_LENGTH,
		);
	const more = names.length > fitting.length ? ` and ${names.length - fitting.length} more` : '';
	return `: ${fitting.join(', ')}${more}`;
}

/** A single violation goes into the message. Of several, the message names the fields and the description lists all. */
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
	const fields = violations.filter(({ propertyPath }) => propertyPath !== '');
	const labels = fields.map(({ propertyPath }) => fieldLabel(propertyPath));
	return {
		message: `The service does not accept ${violations.length} values${namesNote([...new Set(labels)])}`,
		description: [...truncated(lines, MAX_LISTED_VIOLATIONS), next].join('\n'),
	};
}
