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
	review,
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
import {
	comparisonOf,
	isEdited,
	isFailedByHand,
	type ComposedOrder,
	type ItemOutcome,
} from '../composedOrder';
import type { IfExists, PlacingSettings } from '../fields';
import { failureWarnings } from '../failedOrder';
import type { FollowedOutput } from '../next/withNext';
import { noted } from '../orderResult';
import { withFullStop } from '../../input/wording';
import { contentRefusal, existsAlready, productionWarnings, uncompared } from './existingOrder';
import { artworkMissingIn, printFileFindings } from './printFileFindings';

type CheckCall = Pick<OperationCall, 'client' | 'note'>;

type CheckSettings = Pick<PlacingSettings, 'ifExists' | 'checksFiles'>;

/** Whether what the order names cannot be used; what the service says of it has one of these statuses (spec section 7). */
const isAboutOrder = (problem: Problem): boolean =>
	!(problem instanceof ServiceError) || [400, 404, 410, 422].includes(problem.status);

/** What an existing order with the same External ID means for the one that would be sent. */
async function comparedWith(
	existing: IDataObject,
	externalId: string,
	composed: ComposedOrder,
	ifExists: IfExists,
): Promise<{ findings: Finding[]; isUncompared?: boolean; isEdited?: boolean }> {
	const refused =
		composed.refuseExisting?.(existing) ??
		(ifExists === 'error' ? existsAlready(externalId) : undefined);
	if (refused) return { findings: [asProblem(refused, 'existing')] };
	if (hasProblem(composed.findings)) {
		return { findings: [warning(`Order "${externalId}" exists already.`)] };
	}
	const comparison = await comparisonOf(composed, existing);
	if ('uncomparable' in comparison) {
		const { warnings } = uncompared(existing, externalId, comparison.uncomparable);
		return { findings: warnings.map(warning), isUncompared: true };
	}
	const differing = contentRefusal(externalId, existing, composed, comparison);
	if (differing) {
		return { findings: [asProblem(differing, 'existing')], isEdited: isEdited(comparison) };
	}
	return {
		findings: [
			warningOf(
				'existsAsSent',
				`Order "${externalId}" exists already with the same content: it would be returned, and nothing placed.`,
			),
			...(comparison.toReview === undefined ? [] : [review(comparison.toReview, 'existing')]),
			...failureWarnings(existing, isFailedByHand(composed, existing)),
			...productionWarnings(existing, externalId).map(warning),
		],
	};
}

/** All that Check Only found, and what would be sent. */
interface Judged extends Pick<FollowedOutput, 'found' | 'isUncompared'> {
	findings: readonly Finding[];
	wouldSend: IDataObject | null;
	/** As a sentence without its full stop. */
	whyNotDue?: string;
	/** Whether the order exists with other content. */
	isEdited?: boolean;
}

async function judged(
	{ client }: CheckCall,
	externalId: string | undefined,
	composed: ComposedOrder,
	{ ifExists, checksFiles }: CheckSettings,
): Promise<Judged> {
	const { body, findings, existing, notDue, notDueAbout, skipped } = composed;
	if (skipped && (notDue !== undefined || !hasProblem(findings))) {
		const whyNotDue = String(skipped.reason);
		const wouldSkip = warningAbout(notDueAbout)(`${whyNotDue}. No order would be placed for it.`);
		return { findings: [wouldSkip, ...findings], wouldSend: null, whyNotDue };
	}
	const known = [...findings, ...(existing?.warnings ?? []).map(warningAbout(notDueAbout))];
	const ofExisting = { found: existing?.order, isUncompared: existing?.isUncompared };
	if (notDue !== undefined) {
		return { findings: known, wouldSend: null, whyNotDue: notDue, ...ofExisting };
	}
	const other =
		existing || externalId === undefined
			? undefined
			: unwrap(await findOrder(client, externalIdReference(externalId)));
	const compared =
		other && externalId !== undefined
			? { found: other, ...(await comparedWith(other, externalId, composed, ifExists)) }
			: { ...ofExisting, findings: [] };
	// Without what was refused.
	const wouldSend = JSON.parse(JSON.stringify(body)) as IDataObject;
	const isProduced = other !== undefined && !isDraft(other);
	const ofFiles =
		checksFiles && !isProduced && !existing
			? await printFileFindings(client, composed, other !== undefined)
			: [];
	const ofOrder = [...(isProduced ? lasting(known) : known), ...ofFiles];
	return { ...compared, findings: [...ofOrder, ...compared.findings], wouldSend };
}

/**
 * The item of Check Only, in the order in which it is read: what is wrong first. Reads, and sends nothing.
 *
 * @throws ServiceError when something could not be read that the check needs
 */
export async function checkedOrder(
	call: CheckCall,
	externalId: string | undefined,
	composed: ComposedOrder,
	settings: CheckSettings,
): Promise<FollowedOutput> {
	const { findings: ofOrder, nameInShop, sourceNow } = composed;
	const unread = problemsIn(ofOrder).find((problem) => !isAboutOrder(problem));
	if (unread instanceof ServiceError) throw unread;
	const check = await judged(call, externalId, composed, settings);
	const { findings, wouldSend, whyNotDue, found, isUncompared, isEdited } = check;
	const problems = problemTexts(problemsIn(findings));
	const warnings = noted(call, findings);
	const toReview = toReviewIn(findings);
	const causes = nameInShop === undefined ? [] : causesOf(findings);
	const advice = nameInShop === undefined ? [] : adviceOf(findings, nameInShop);
	const artworkMissing = artworkMissingIn(findings);
	const why = problems.map(withFullStop).join(' ');
	return {
		output: {
			problems,
			...(whyNotDue !== undefined && { whyNotDue: withFullStop(whyNotDue) }),
			...(warnings.length > 0 && { warnings }),
			wouldSend,
			...(toReview.length > 0 && { toReview }),
			...(causes.length > 0 && { causes }),
			...(advice.length > 0 && { advice }),
			outcome: 'checked' satisfies ItemOutcome,
		},
		...{ source: sourceNow, found, isUncompared, artworkMissing, review: toReview },
		...(why !== '' && !artworkMissing && { [isEdited ? 'edited' : 'refused']: why }),
	};
}
