// The output of 'Check Only': `problems`, `warnings`, `wouldSend` and `toReview`, with what an existing order under the
// same External ID means for the one that would be sent. Reads, and sends nothing.

import type { IDataObject } from 'n8n-workflow';

import { externalIdReference, findOrder, isDraft } from '../../api/order';
import {
	asProblem,
	hasProblem,
	lasting,
	problemsIn,
	toReviewIn,
	warning,
	warningOf,
	type Finding,
	problemTexts,
	type Problem,
} from '../findings';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import type { OperationCall } from '../../execution/operation';
import { comparisonOf, isFailedByHand, type ComposedOrder } from '../composedOrder';
import type { IfExists } from '../fields';
import { failureWarnings } from '../failedOrder';
import { noted } from '../orderResult';
import { asReviews, itemsWithFiles, printFileFindings } from './printFileFindings';
import { existsAlready, otherContent, productionWarnings, uncompared } from './existingOrder';

type CheckCall = Pick<OperationCall, 'client' | 'note'>;

/** Statuses with which the service says that what the order names cannot be used (spec section 7). */
const ABOUT_THE_ORDER = [400, 404, 410, 422];

const isAboutOrder = (problem: Problem): boolean =>
	!(problem instanceof ServiceError) || ABOUT_THE_ORDER.includes(problem.status);

/** What an existing order with the same External ID means for the one that would be sent. */
async function existingOrderFindings(
	externalId: string,
	existing: IDataObject,
	composed: ComposedOrder,
	ifExists: IfExists,
): Promise<Finding[]> {
	const refused = composed.refuseExisting?.(existing);
	if (refused) return [asProblem(refused)];
	if (ifExists === 'error') return [asProblem(existsAlready(externalId))];
	if (hasProblem(composed.findings)) return [warning(`Order "${externalId}" exists already.`)];
	const comparison = await comparisonOf(composed, existing);
	if ('uncomparable' in comparison) {
		return uncompared(existing, externalId, comparison.uncomparable).warnings.map(warning);
	}
	const { differences, explained, labelOf = composed.labelOf } = comparison;
	const isByHand = isFailedByHand(composed, existing);
	if (differences.length > 0) {
		return [asProblem(otherContent(externalId, differences, labelOf, true, explained, isByHand))];
	}
	return [
		warningOf(
			'existsAsSent',
			`Order "${externalId}" exists already with the same content: it would be returned, and nothing placed.`,
		),
		...failureWarnings(existing, isByHand),
		...productionWarnings(existing, externalId).map(warning),
	];
}

/** The output, in the order in which it is read: what is wrong first. */
function checkOutput(
	call: CheckCall,
	findings: readonly Finding[],
	wouldSend: IDataObject | null,
): IDataObject {
	const warnings = noted(call, findings);
	// Of what would not be sent nothing is to be reviewed.
	const toReview = wouldSend === null ? [] : toReviewIn(findings);
	return {
		problems: problemTexts(problemsIn(findings)),
		...(warnings.length > 0 && { warnings }),
		wouldSend,
		...(toReview.length > 0 && { toReview }),
	};
}

/**
 * The output of Check Only. Reads, and sends nothing.
 *
 * @param checksFiles whether to read the print files of an order that is not produced yet
 * @throws ServiceError when something could not be read that the check needs
 */
export async function checkResult(
	call: CheckCall,
	externalId: string | undefined,
	composed: ComposedOrder,
	ifExists: IfExists,
	checksFiles = false,
): Promise<IDataObject> {
	const { body, findings, existing, notDue, skipped } = composed;
	if (skipped && !hasProblem(findings)) {
		const wouldSkip = warning(`${String(skipped.reason)}: it would be skipped.`);
		return checkOutput(call, [wouldSkip, ...findings], null);
	}
	const known = [...findings, ...(existing?.warnings ?? []).map(warning)];
	if (notDue !== undefined) return checkOutput(call, known, null);
	const unread = problemsIn(findings).find((problem) => !isAboutOrder(problem));
	if (unread instanceof ServiceError) throw unread;
	const other =
		existing || externalId === undefined
			? undefined
			: unwrap(await findOrder(call.client, externalIdReference(externalId)));
	const found =
		other && externalId !== undefined
			? await existingOrderFindings(externalId, other, composed, ifExists)
			: [];
	// Without what was refused.
	const wouldSend = JSON.parse(JSON.stringify(body)) as IDataObject;
	const isProduced = other !== undefined && !isDraft(other);
	const ofFiles =
		checksFiles && !isProduced && !existing
			? await printFileFindings(call.client, itemsWithFiles(composed))
			: [];
	const judged = [...known, ...(other ? asReviews(ofFiles) : ofFiles)];
	return checkOutput(call, [...(isProduced ? lasting(known) : judged), ...found], wouldSend);
}
