// Reads 'Simplify', 'Output' and 'Fields', and maps a resource that an operation returns to raw, simplified or selected fields.
// The fields themselves are in resources/sharedFields.ts.

import type { IDataObject } from 'n8n-workflow';

import { optionalSwitch } from '../input/checks';
import { pick } from '../input/objects';
import { entriesOf, trimmed } from '../input/text';
import type { OperationCall } from './operation';

/**
 * Selected fields come from the simplified form, without print data and JSON-LD keys.
 *
 * @param toRaw maps a resource to the raw output; by default the resource itself
 * @param isSimplified the default of the field 'Simplify'
 */
export function outputMapper(
	{ parameter }: OperationCall,
	simplify: (object: IDataObject) => IDataObject,
	toRaw: (object: IDataObject) => IDataObject = (object) => object,
	isSimplified = true,
): (object: IDataObject) => IDataObject {
	switch (parameter<string>('output', '')) {
		case 'raw':
			return toRaw;
		case 'selected': {
			const names = [...new Set(['id', ...entriesOf(parameter('fields', [])).map(trimmed)])];
			return (object) => pick({ ...object, ...simplify(object) }, names);
		}
		case 'simplified':
			return simplify;
		default:
			return (optionalSwitch(parameter('simplify', isSimplified), 'Simplify') ?? isSimplified)
				? simplify
				: toRaw;
	}
}
