import type { IDataObject } from 'n8n-workflow';

import type { ItemResult } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { warning, type Finding, type Remark } from '../../../nodes/PodFulfilment/order/findings.ts';

const remarksIn = (findings: readonly Finding[]): Remark[] =>
	findings.filter((finding) => finding.level !== 'problem');

/** What an item came to of which this was found, with its output. */
export const itemResult = (
	output: IDataObject,
	...findings: readonly Finding[]
): ItemResult<Remark> => ({ outputs: [output], notes: remarksIn(findings) });

/** Likewise, with the warnings that the output has, of no kind. */
export const warnedResult = (output: IDataObject): ItemResult<Remark> =>
	itemResult(
		output,
		...(Array.isArray(output.warnings) ? output.warnings.map(String).map(warning) : []),
	);

/** The notes of a call, and the function that takes them. */
export function noteTaker(): { notes: Remark[]; note: (note: { text: string }) => void } {
	const notes: Remark[] = [];
	return { notes, note: (note) => notes.push(note as Remark) };
}
