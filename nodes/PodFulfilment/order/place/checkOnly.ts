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
	warningsIn,
	type Finding,
} from '../findings';
import { problemTexts, type Problem } from '../problems';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import type { ApiClient } from '../../transport/client';
import { comparisonOf, isFailedByHand, type ComposedOrder } from '../composedOrder';
import type { IfExists } from '../fields';
import { failureWarnings } from '../failedOrder';
import {
	existsAlready,
	existsAsSent,
	otherContent,
	productionWarnings,
	uncompared,
} from './existingOrder';

/** Statuses with which the service says that what the order names cannot be used (spec section 7). */
const ABOUT_THE_ORDER = [400, 404, 410, 422];

const isAboutOrder = (problem: Problem): boolean =>
	!(problem instanceof ServiceError) || ABOUT_THE_ORDER.includes(problem.status);

/** What an existing order with the same External ID means for the one that would be sent. */
async function existingOrderFindings(
	client: ApiClient,
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
		existsAsSent(client.run, externalId),
		...failureWarnings(client.run, existing, isByHand),
		...productionWarnings(existing, externalId),
	].map(warning);
}

/** The output, in the order in which it is read: what is wrong first. */
function checkOutput(findings: readonly Finding[], wouldSend: IDataObject | null): IDataObject {
	const warnings = warningsIn(findings);
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
 * @throws ServiceError when something could not be read that the check needs
 */
export async function checkResult(
	client: ApiClient,
	externalId: string | undefined,
	composed: ComposedOrder,
	ifExists: IfExists,
): Promise<IDataObject> {
	const { body, findings, existing, notDue, skipped } = composed;
	if (skipped && !hasProblem(findings)) {
		const wouldSkip = warning(`${String(skipped.reason)}: it would be skipped.`);
		return checkOutput([wouldSkip, ...findings], null);
	}
	const known = [...findings, ...(existing?.warnings ?? []).map(warning)];
	if (notDue !== undefined) return checkOutput(known, null);
	const unread = problemsIn(findings).find((problem) => !isAboutOrder(problem));
	if (unread instanceof ServiceError) throw unread;
	const other =
		existing || externalId === undefined
			? undefined
			: unwrap(await findOrder(client, externalIdReference(externalId)));
	const found =
		other && externalId !== undefined
			? await existingOrderFindings(client, externalId, other, composed, ifExists)
			: [];
	// Without what was refused.
	const wouldSend = JSON.parse(JSON.stringify(body)) as IDataObject;
	const isProduced = other !== undefined && !isDraft(other);
	return checkOutput([...(isProduced ? lasting(known) : known), ...found], wouldSend);
}
