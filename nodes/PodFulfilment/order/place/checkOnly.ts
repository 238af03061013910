// The output of 'Check Only'.

import type { IDataObject } from 'n8n-workflow';

import { externalIdReference, findOrder, isDraft } from '../../api/order';
import {
	adviceOf,
	asProblem,
	causesOf,
	hasProblem,
	lasting,
	problemsIn,
	toReviewIn,
	warning,
	warningAbout,
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
import { withFullStop } from '../../input/wording';
import { contentRefusal, existsAlready, productionWarnings, uncompared } from './existingOrder';
import { asReviews, itemsWithFiles, printFileFindings } from './printFileFindings';

/** Told of an existing order, and how it compares with the one that would be sent. */
export type OnFound = (
	existing: IDataObject,
	comparison: 'unknown' | 'uncompared' | 'edited',
) => void;

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
	onFound: OnFound,
): Promise<Finding[]> {
	onFound(existing, 'unknown');
	const refused = composed.refuseExisting?.(existing);
	if (refused) return [asProblem(refused, 'existing')];
	if (ifExists === 'error') return [asProblem(existsAlready(externalId), 'existing')];
	if (hasProblem(composed.findings)) return [warning(`Order "${externalId}" exists already.`)];
	const comparison = await comparisonOf(composed, existing);
	if ('uncomparable' in comparison) {
		onFound(existing, 'uncompared');
		return uncompared(existing, externalId, comparison.uncomparable).warnings.map(warning);
	}
	const differing = contentRefusal(externalId, existing, composed, comparison);
	if (differing) {
		// What may be the order of another customer is not followed.
		const isOther = comparison.differences.some(({ isConcealed }) => isConcealed);
		if (!isOther) onFound(existing, 'edited');
		return [asProblem(differing, 'existing')];
	}
	return [
		warningOf(
			'existsAsSent',
			`Order "${externalId}" exists already with the same content: it would be returned, and nothing placed.`,
		),
		...failureWarnings(existing, isFailedByHand(composed, existing)),
		...productionWarnings(existing, externalId).map(warning),
	];
}

/** The output, in the order in which it is read: what is wrong first. */
function checkOutput(
	call: CheckCall,
	{ nameInShop }: ComposedOrder,
	findings: readonly Finding[],
	wouldSend: IDataObject | null,
	whyNotDue?: string,
): IDataObject {
	const warnings = noted(call, findings);
	const toReview = toReviewIn(findings);
	const causes = nameInShop === undefined ? [] : causesOf(findings);
	const advice = nameInShop === undefined ? [] : adviceOf(findings, nameInShop);
	return {
		problems: problemTexts(problemsIn(findings)),
		...(whyNotDue !== undefined && { whyNotDue: withFullStop(whyNotDue) }),
		...(warnings.length > 0 && { warnings }),
		wouldSend,
		...(toReview.length > 0 && { toReview }),
		...(causes.length > 0 && { causes }),
		...(advice.length > 0 && { advice }),
	};
}

/**
 * The output of Check Only. Reads, and sends nothing.
 *
 * @param checksFiles whether to read the print files of an order that is not produced yet
 * @param onFound told of an order that exists and is not in `composed`
 * @throws ServiceError when something could not be read that the check needs
 */
export async function checkResult(
	call: CheckCall,
	externalId: string | undefined,
	composed: ComposedOrder,
	ifExists: IfExists,
	checksFiles = false,
	onFound: OnFound = () => undefined,
): Promise<IDataObject> {
	const { body, findings, existing, notDue, notDueAbout, skipped } = composed;
	const unread = problemsIn(findings).find((problem) => !isAboutOrder(problem));
	if (unread instanceof ServiceError) throw unread;
	if (skipped && (notDue !== undefined || !hasProblem(findings))) {
		const reason = String(skipped.reason);
		const wouldSkip = warningAbout(notDueAbout)(`${reason}. No order would be placed for it.`);
		return checkOutput(call, composed, [wouldSkip, ...findings], null, reason);
	}
	const known = [...findings, ...(existing?.warnings ?? []).map(warningAbout(notDueAbout))];
	if (notDue !== undefined) return checkOutput(call, composed, known, null, notDue);
	const other =
		existing || externalId === undefined
			? undefined
			: unwrap(await findOrder(call.client, externalIdReference(externalId)));
	const found =
		other && externalId !== undefined
			? await existingOrderFindings(externalId, other, composed, ifExists, onFound)
			: [];
	// Without what was refused.
	const wouldSend = JSON.parse(JSON.stringify(body)) as IDataObject;
	const isProduced = other !== undefined && !isDraft(other);
	const ofFiles =
		checksFiles && !isProduced && !existing
			? await printFileFindings(call.client, itemsWithFiles(composed))
			: [];
	const judged = [...known, ...(other ? asReviews(ofFiles) : ofFiles)];
	const all = [...(isProduced ? lasting(known) : judged), ...found];
	return checkOutput(call, composed, all, wouldSend);
}
