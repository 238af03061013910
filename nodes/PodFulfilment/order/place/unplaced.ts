// The items of orders that are not placed now: checked alone, left alone, skipped, or existing where nothing is to be sent. Also what
// each item says became of its order.

import type { IDataObject } from 'n8n-workflow';

import { externalIdReference, findOrder, isDraft } from '../../api/order';
import { inReadingOrder } from '../../api/simplify';
import type { OperationCall } from '../../execution/operation';
import { trimmed } from '../../input/text';
import { withFullStop } from '../../input/wording';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import {
	isFailedByHand,
	isPastDraft,
	skippedOutput,
	type ComposedOrder,
	type FoundBefore,
	type ItemOutcome,
	type OrderSource,
	type PlacedOrder,
} from '../composedOrder';
import { failureWarnings } from '../failedOrder';
import type { IfExists, PlacingSettings, Then } from '../fields';
import {
	adviceOf,
	asProblem,
	causesOf,
	hasProblem,
	isReview,
	lasting,
	notice,
	problemsIn,
	problemTexts,
	review,
	toReviewIn,
	warning,
	warningAbout,
	warningOf,
	type Finding,
} from '../findings';
import type { FollowedOutput } from '../next/withNext';
import { noted, type orderResult } from '../orderResult';
import { judgeExisting, productionWarnings, uncompared } from './existingOrder';
import { artworkMissingIn, printFileFindings } from './printFileFindings';

type CheckCall = Pick<OperationCall, 'client' | 'note'>;

type CheckSettings = Pick<PlacingSettings, 'ifExists' | 'checksFiles'>;

/** What an existing order with the same External ID means for the one that would be sent. */
async function comparedWith(
	existing: IDataObject,
	externalId: string,
	composed: ComposedOrder,
	ifExists: IfExists,
): Promise<{ findings: Finding[]; isUncompared?: boolean; isEdited?: boolean }> {
	const verdict = await judgeExisting(composed, externalId, existing, ifExists);
	if ('refused' in verdict) {
		return { findings: [asProblem(verdict.refused, 'existing')], isEdited: verdict.isEdited };
	}
	if (hasProblem(composed.findings)) {
		return { findings: [warning(`Order "${externalId}" exists already.`)] };
	}
	if ('uncomparable' in verdict) {
		const { warnings } = uncompared(existing, externalId, verdict.uncomparable);
		return { findings: warnings.map(warning), isUncompared: true };
	}
	return {
		findings: [
			warningOf(
				'existsAsSent',
				`Order "${externalId}" exists already with the same content: it would be returned, and nothing placed.`,
			),
			...(verdict.toReview === undefined ? [] : [review(verdict.toReview, 'existing')]),
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
		// One that nobody judged says nothing of what else is wrong.
		const isFine = notDue !== undefined && findings.length === 0;
		const wouldSkip = warningAbout(notDueAbout)(
			`${whyNotDue}. No order would be placed for it.${isFine ? ' Nothing else is wrong with it.' : ''}`,
		);
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
	const ofFiles =
		checksFiles && !isPastDraft(other) && !existing
			? await printFileFindings(client, composed, other !== undefined)
			: [];
	const ofOrder = [...(isPastDraft(other) ? lasting(known) : known), ...ofFiles];
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
	for (const problem of problemsIn(ofOrder)) {
		if (problem instanceof ServiceError && !problem.isAboutWhatWasNamed) throw problem;
	}
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
		source: sourceNow,
		found,
		isUncompared,
		artworkMissing,
		review: toReview,
		...(why !== '' && !artworkMissing && { [isEdited ? 'edited' : 'refused']: why }),
	};
}

/** The output with what became of it, and what of the findings somebody has to look at. */
export function withOutcome(
	output: IDataObject,
	outcome: ItemOutcome,
	findings: readonly Finding[] = [],
): IDataObject {
	const reviews = findings.filter(isReview);
	const reviewed = { toReview: toReviewIn(reviews), causes: causesOf(reviews) };
	return inReadingOrder({ ...output, outcome, ...(reviews.length > 0 && reviewed) });
}

/**
 * The item of an existing order that was not compared. It holds nothing of the order but its status, and no `id`: no later
 * node can confirm or cancel it.
 */
export const uncomparedItem = (
	call: OperationCall,
	externalId: string,
	{ order, warnings }: PlacedOrder,
	findings: readonly Finding[],
): FollowedOutput => ({
	output: {
		externalId,
		status: trimmed(order.status),
		outcome: 'existing' satisfies ItemOutcome,
		compared: false,
		warnings: noted(call, [...findings, ...warnings.map(warning)]),
	},
	found: order,
	isUncompared: true,
});

/** The item of an order that does not exist and is left alone now; undefined of any other. */
export async function itemLeftAlone(
	call: OperationCall,
	source: OrderSource,
	then: Then,
	before: FoundBefore | undefined,
): Promise<FollowedOutput | undefined> {
	const { externalId, followed } = source;
	if (followed?.leftAlone === undefined || !before || before.found) return undefined;
	const skipped = skippedOutput(externalId, followed.leftAlone);
	if (then !== 'check') {
		if (followed.heldUntil !== undefined) call.note(notice('held', String(externalId)));
		return { output: withOutcome(skipped, 'skipped') };
	}
	// Its lines and its address are judged all the same, and what is wrong with them changes nothing of what comes next.
	const composed = { ...(await source.compose(true)), notDue: followed.leftAlone, skipped };
	const settings = { ifExists: 'returnExisting', checksFiles: false } as const;
	const { output } = await checkedOrder(call, externalId, composed, settings);
	return { output };
}

/** The item of a composed order of which nothing is to be produced; undefined of any other. */
export function skippedItem(
	call: OperationCall,
	{ skipped, findings }: ComposedOrder,
): FollowedOutput | undefined {
	if (!skipped) return undefined;
	const warnings = noted(call, lasting(findings));
	const output = { ...skipped, ...(warnings.length > 0 && { warnings }) };
	return { output: withOutcome(output, 'skipped') };
}

/**
 * The item of an order that exists already, where nothing is to be sent; undefined of any other.
 *
 * @param isToConfirm whether it would be confirmed if it were due
 */
export function existingItem(
	call: OperationCall,
	toOutput: ReturnType<typeof orderResult>,
	externalId: string,
	{ existing, notDue, findings: found, sourceNow }: ComposedOrder,
	isToConfirm: boolean,
): FollowedOutput | undefined {
	if (!existing) return undefined;
	const findings = lasting(found);
	if (existing.isUncompared) return uncomparedItem(call, externalId, existing, findings);
	if (notDue === undefined) return undefined;
	const { order, warnings: own } = existing;
	const unconfirmed = isToConfirm && isDraft(order) ? [`It was not confirmed: ${notDue}.`] : [];
	const output = toOutput(order, [...findings, ...[...own, ...unconfirmed].map(warning)]);
	const item = sourceNow?.state === 'calledOff' ? { ...output, calledOff: true } : output;
	return {
		output: withOutcome(item, 'existing', findings),
		found: order,
		review: toReviewIn(findings),
	};
}
