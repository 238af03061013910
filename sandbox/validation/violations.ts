import type { ErrorObject } from 'ajv';

/** An entry of `violations` in a 422 response (section 7). */
export interface Violation {
	propertyPath: string;
	message: string;
	code: string;
}

/** Thrown when a body breaks rules: the response is a 422 that lists them. */
export class InvalidBody extends Error {
	readonly violations: Violation[];

	constructor(violations: Violation[]) {
		super('The body breaks rules');
		this.violations = violations;
	}
}

/** A fixed UUID per kind of violation. */
const CODES = {
	blank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
	type: 'ba785a8c-82cb-4283-967c-3cf342181b40',
	tooLow: '778b7ae0-84d3-481a-9dec-35fdb64b1d78',
	tooLong: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9',
	pattern: 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3',
	choice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
	tooFew: 'bef8e338-6ae5-4caf-b8e2-50e7b0579e69',
	tooMany: '756b1212-697c-468d-a9ad-50dd783bb169',
	notUnique: '23bd9dbf-6b9b-41cd-a99e-4844bcf3077f',
	notEqual: '478618a7-95ba-473d-9101-cabd45e49115',
	notFound: '9a4b0f6e-6b1c-4f0b-8f7b-0d6c5d0b7a11',
	url: '57c2f299-1154-4870-89bb-ef3b1f5ad229',
	unexpected: '7703c766-b5d5-4cef-ace7-ae0dd82304e9',
	unavailable: '2f3c1a5d-8f52-4a55-9d0e-6a7f6f1b3c02',
} as const;

export type ViolationKind = keyof typeof CODES;

export const violation = (
	kind: ViolationKind,
	propertyPath: string,
	message: string,
): Violation => ({ propertyPath, message, code: CODES[kind] });

/** Converts ajv errors to violations, in the order they were found. */
export function violationsOfSchema(errors: readonly ErrorObject[]): Violation[] {
	return errors.map((error) => {
		const path = propertyPath(error.instancePath);
		switch (error.keyword) {
			case 'required':
				return violation(
					'blank',
					join(path, String(error.params.missingProperty)),
					'This value should not be blank.',
				);
			case 'minLength':
				return violation('blank', path, 'This value should not be blank.');
			case 'type':
				return violation('type', path, `This value should be of type ${typeName(error)}.`);
			case 'exclusiveMinimum':
				return violation(
					'tooLow',
					path,
					`This value should be greater than ${error.params.limit}.`,
				);
			case 'maxLength':
				return violation(
					'tooLong',
					path,
					`This value is too long. It should have ${error.params.limit} characters or less.`,
				);
			case 'enum':
			case 'const':
				return violation('choice', path, 'The value you selected is not a valid choice.');
			case 'minItems':
				return violation(
					'tooFew',
					path,
					`This collection should contain ${error.params.limit} element or more.`,
				);
			case 'maxItems':
				return violation(
					'tooMany',
					path,
					`This collection should contain ${error.params.limit} element or less.`,
				);
			default:
				return violation('pattern', path, 'This value is not valid.');
		}
	});
}

/** Converts `/orderItems/0/variantId` to `orderItems[0].variantId`. */
function propertyPath(instancePath: string): string {
	return instancePath
		.split('/')
		.slice(1)
		.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

const join = (path: string, member: string): string => (path ? `${path}.${member}` : member);

function typeName(error: ErrorObject): string {
	const types = [error.params.type].flat().map(String);
	return types.filter((type) => type !== 'null').join(' or ');
}
