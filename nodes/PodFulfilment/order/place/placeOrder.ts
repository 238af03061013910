// The steps of Create and Reprint for one order, from its source to the item.

import { UserError, type IDataObject } from 'n8n-workflow';

import { exclusivelyOn, externalIdReference, findOrder, isDraft } from '../../api/order';
import { inReadingOrder } from '../../api/simplify';
import type { OperationCall } from '../../execution/operation';
import { DO_NOT_RETRY, EarlierTryError, type WriteNotes } from '../../execution/itemError';
import { trimmed, withoutUndefined } from '../../input/guards';
import { upperFirst } from '../../input/wording';
import type { ApiClient } from '../../transport/client';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import type { TrackedWrite, WriteProgress } from '../../transport/trackedWrite';
import { noted, orderResult, addsParcels, withParcelsOfPlaced } from '../orderResult';
import {
	comparisonOf,
	isEdited,
	isFailedByHand,
	type Comparison,
	type FoundBefore,
	type ItemOutcome,
	type OrderSource,
	type PlacedOrder,
	type SourceNow,
	type SourceOf,
} from '../composedOrder';
import { placingSettingsOf, type thenField, type FollowUp } from '../fields';
import {
	causesOf,
	Findings,
	hasProblem,
	isReview,
	lasting,
	notice,
	problemsIn,
	problemTexts,
	review,
	toReviewIn,
	warning,
	warningsIn,
	type Finding,
	throwProblems,
} from '../findings';
import { withNext, type FollowedOutput } from '../next/withNext';
import { checkedOrder } from './checkOnly';
import { createOnce } from './createOnce';
import { followUp } from './followUp';
import { artworkMissingIn, printFileFindings } from './printFileFindings';

const NOT_AGAIN = 'do not place it again under another External ID.';

const GOES_ON =
	'Running the node again is safe as long as the order is not changed: with the same External ID it goes on with the existing order.';

/** What became of an order that is placed under its external ID. */
export const PLACING_NOTES: WriteNotes = {
	inDoubt: (subject) =>
		`${upperFirst(subject)} may have been placed. Running the node again is safe: with the same External ID no second order is placed. Until that is done, ${NOT_AGAIN}`,
	done: (subject) =>
		`${upperFirst(subject)} was placed by an earlier try of this execution. Look at it before you do anything else, and ${NOT_AGAIN}`,
	followUpMissing: (subject) =>
		`${upperFirst(subject)} was placed, and is not confirmed by this node. ${GOES_ON}`,
	followUpInDoubt: (subject) =>
		`${upperFirst(subject)} was placed, and its confirmation may have been made. ${GOES_ON}`,
	followUpMissingItems: 'Placed, but not followed to the end',
};

const subjectOf = ({ externalId }: Pick<OrderSource, 'externalId'>): string | undefined =>
	externalId === undefined ? undefined : externalIdReference(externalId).subject;

/** What became of the order of an earlier try. */
function fateOf({ progress, isSettled, wasSettledByEarlierTry }: TrackedWrite): string {
	if (progress === 'done') return 'was placed or found';
	if (progress === 'followUpMissing') return 'was placed or found, and is not confirmed';
	return isSettled || wasSettledByEarlierTry
		? 'was placed or found, and its confirmation may have been made'
		: 'may have been placed';
}

/**
 * Refuses an item whose External ID is another one than in an earlier try of Retry On Fail, where that try left an order
 * which no item has any more: it would be placed a second time, and nobody would hear of the first. To be called before
 * anything is read or sent for the item.
 *
 * @throws EarlierTryError that names the order of the earlier try, and this one
 */
async function refuseOtherExternalId(
	call: OperationCall,
	source: OrderSource,
	sourceOf: SourceOf,
): Promise<void> {
	const { progress, lastSubject } = call.client.write;
	const subject = subjectOf(source);
	if (subject === undefined || progress === 'notMade' || lastSubject === subject) return;
	const abandoned = await call.abandonedWrites(async (parameter) =>
		subjectOf(await sourceOf({ ...call, parameter, joined: undefined })),
	);
	const writes = [...abandoned];
	const [left, write] = writes.find(([name]) => name === lastSubject) ?? writes[0] ?? [];
	if (left === undefined || write === undefined) return;
	throw new EarlierTryError(
		`External ID changes with each try: ${left} of an earlier try ${fateOf(write)}, so nothing is sent for ${subject}`,
		{
			description: `No item has the External ID of ${left} any more. Look at that order first. Then enter an External ID that is the same whenever the order comes, such as its number: with a time or a random value, each try places another order. ${DO_NOT_RETRY}`,
		},
	);
}

/**
 * Looks for an order before it is composed, where it is expected to exist.
 *
 * @throws ServiceError when it cannot be read whether there is one
 */
async function findBefore(
	client: ApiClient,
	externalId: string,
	following: FollowUp | undefined,
): Promise<FoundBefore> {
	const found = unwrap(await findOrder(client, externalIdReference(externalId)));
	const mayConfirm = following?.confirm === true && found !== undefined && isDraft(found);
	return { found, isEnoughWithoutCatalog: !mayConfirm && client.write.progress === 'notMade' };
}

/**
 * The item of an existing order that was not compared. It holds nothing of the order but its status, and no `id`: no later
 * node can confirm or cancel it.
 */
const uncomparedItem = (
	call: OperationCall,
	externalId: string,
	{ order, warnings }: PlacedOrder,
	findings: readonly Finding[],
	source: SourceNow | undefined,
): FollowedOutput => ({
	output: {
		externalId,
		status: trimmed(order.status),
		outcome: 'existing' satisfies ItemOutcome,
		compared: false,
		warnings: noted(call, [...findings, ...warnings.map(warning)]),
	},
	...{ source, found: order, isUncompared: true },
});

/** What a retry does, by what became of the order. */
const RETRY_NOTES: Partial<Record<WriteProgress, string>> = {
	notMade: '; a retry places it once',
	inDoubt: '; a retry does not place it twice',
};

/**
 * The error of a service that failed. Its message names the order and says what a retry does: a mail of an error workflow
 * shows nothing else.
 *
 * @param progress of the order that was to be placed
 */
const serviceFailure = (
	error: ServiceError,
	source: OrderSource,
	subject: string,
	progress: WriteProgress | undefined,
): ServiceError =>
	error.reworded({
		message: `${error.naming(source.name ?? upperFirst(subject)).message}${(progress && RETRY_NOTES[progress]) ?? ''}`,
		...(progress === 'notMade' && {
			description: `${error.description} Retry the execution: it places ${subject} once.`,
		}),
	});

/** The output with what became of it. */
const withOutcome = (
	output: IDataObject,
	outcome: ItemOutcome,
	reviews: readonly Finding[] = [],
): IDataObject =>
	inReadingOrder({
		...output,
		outcome,
		...(reviews.length > 0 && { toReview: toReviewIn(reviews), causes: causesOf(reviews) }),
	});

/** The item of an order that does not exist and is left alone now; undefined of any other. */
async function leftAlone(
	call: OperationCall,
	source: OrderSource,
	isCheck: boolean,
	before: FoundBefore | undefined,
): Promise<FollowedOutput | undefined> {
	const { externalId, followed } = source;
	if (followed?.leftAlone === undefined || !before || before.found) return undefined;
	const skipped = { externalId, skipped: true, reason: followed.leftAlone };
	if (!isCheck) {
		if (followed.heldUntil !== undefined) call.note(notice('held', String(externalId)));
		return { output: withOutcome(skipped, 'skipped') };
	}
	// Its lines and its address are judged all the same, and what is wrong with them changes nothing of what comes next.
	const composed = { ...(await source.compose(true)), notDue: followed.leftAlone, skipped };
	const settings = { ifExists: 'returnExisting', checksFiles: false } as const;
	const { output } = await checkedOrder(call, externalId, composed, settings);
	return { output };
}

/**
 * What create and reprint have in common: from a source of an order to the item.
 *
 * @param sourceOf reads where the order of an item comes from, by the item's call
 * @param field 'Then' of the operation
 */
export async function placeOrder(
	call: OperationCall,
	sourceOf: SourceOf,
	field: typeof thenField,
): Promise<IDataObject[]> {
	const { client } = call;
	const source = await sourceOf(call);
	const { externalId, shopOrderId, buyerNote, rows, followed } = source;
	if (externalId !== undefined) call.concerns(externalId);
	await refuseOtherExternalId(call, source, sourceOf);
	const options = call.parameter<IDataObject>('options', {});
	const { check, list: found } = new Findings();
	const then = check(() => field.read(call.parameter(field.property.name, 'draft'))) ?? 'draft';
	const isCheck = then === 'check';
	const settings = placingSettingsOf(then, options, check);
	const { expectsExisting, following, ifExists, checksFiles } = settings;
	const isWithParcels = check(() => addsParcels(options)) ?? false;
	// Before anything is sent: an expression that fails must not hide a success.
	const toOutput = orderResult(call);

	/** An existing order that is known to be that of the source, with other content. */
	let edited: IDataObject | undefined;
	/** What somebody has to look at before an existing draft with the same content is confirmed. */
	let draftReview: string | undefined;
	const work = async (): Promise<FollowedOutput> => {
		// What is left alone is followed all the same once it exists.
		const looksFirst = (expectsExisting && !isCheck) || followed?.leftAlone !== undefined;
		const before =
			looksFirst && externalId !== undefined && source.isNothingToDo !== true && !hasProblem(found)
				? await findBefore(client, externalId, following)
				: undefined;
		const unplaced = await leftAlone(call, source, isCheck, before);
		if (unplaced) return unplaced;
		const composed = await source.compose(isCheck, isCheck ? undefined : before);
		const findings = [...composed.findings, ...found];
		if (isCheck) return await checkedOrder(call, externalId, { ...composed, findings }, settings);
		throwProblems(problemsIn(findings));
		const { skipped, sourceNow } = composed;
		if (skipped) {
			const warnings = noted(call, lasting(findings));
			const output = { ...skipped, ...(warnings.length > 0 && { warnings }) };
			return { output: withOutcome(output, 'skipped'), source: sourceNow };
		}
		// Cannot happen: a missing external ID is one of the problems above.
		if (externalId === undefined) throw new RangeError('No external ID');
		const { existing, notDue } = composed;
		if (existing?.isUncompared) {
			return uncomparedItem(call, externalId, existing, lasting(findings), sourceNow);
		}
		if (existing && notDue !== undefined) {
			const { order, warnings: own } = existing;
			const unconfirmed =
				following?.confirm === true && isDraft(order) ? [`It was not confirmed: ${notDue}.`] : [];
			const said = [...lasting(findings), ...[...own, ...unconfirmed].map(warning)];
			const output = toOutput(order, said);
			const isCalledOff = sourceNow?.state === 'calledOff';
			const item = isCalledOff ? { ...output, calledOff: true } : output;
			const reviews = lasting(findings).filter(isReview);
			return {
				output: withOutcome(item, 'existing', reviews),
				...{ source: sourceNow, found: order, review: toReviewIn(reviews) },
			};
		}
		let looked = before;
		if (checksFiles) {
			looked ??= await findBefore(client, externalId, following);
			// Files of an order that exists may be gone; its draft is not confirmed then.
			if (!looked.found || isDraft(looked.found)) {
				const mayExist = looked.found !== undefined || client.write.progress !== 'notMade';
				for (const finding of await printFileFindings(client, composed, mayExist)) {
					if (finding.level === 'notice') call.note(finding);
					findings.push(finding);
				}
				const artworkMissing = artworkMissingIn(findings);
				if (artworkMissing !== undefined) {
					const reason = `No artwork yet: ${artworkMissing}`;
					const output = withOutcome({ externalId, skipped: true, reason }, 'skipped');
					return { output, source: sourceNow, artworkMissing };
				}
				throwProblems(problemsIn(findings));
			}
		}
		// Before the order is placed: with a confirmation to follow, a placed order is not done yet.
		if (following) {
			const { path, subject } = externalIdReference(externalId);
			// A credential for drafts would leave one behind that this workflow never confirms.
			if (following.confirm) {
				await client.refuseForbidden({ method: 'POST', path: `${path}/confirm`, subject });
			}
			client.write.begin(subject);
			client.write.expectFollowUp();
		}
		try {
			const body = { ...composed.body, externalId };
			const compare = async (existing: IDataObject): Promise<Comparison> => {
				const comparison = await comparisonOf(composed, existing);
				edited = isEdited(comparison) ? existing : undefined;
				draftReview = 'toReview' in comparison ? comparison.toReview : undefined;
				return comparison;
			};
			// One that is in doubt is looked for with patience.
			const options = { ifExists, before: client.write.isInDoubt ? before : looked };
			const created = await createOnce(call, { ...composed, body, compare }, options);
			const isProduced = created.existedBefore && !isDraft(created.order);
			const of = [
				...(isProduced ? lasting(findings) : findings),
				...(draftReview === undefined ? [] : [review(draftReview, 'existing')]),
			];
			if (created.isUncompared) return uncomparedItem(call, externalId, created, of, sourceNow);
			const warnings = [...warningsIn(of), ...created.warnings];
			const placed = { ...composed, ...created, warnings };
			// Also of an order that existed before: the next try of Retry On Fail then looks for it, and sends nothing.
			if (!following) client.write.onNotNeeded();
			const toReview = following?.confirm === true ? (placed.toReview ?? []) : [];
			const reviews = [...of.filter(isReview), ...toReview.map((text) => review(text, 'existing'))];
			const { order, findings: all } = following
				? await followUp(call, placed, following, externalId, toReviewIn(reviews))
				: { order: placed.order, findings: warnings.map(warning) };
			const output = toOutput(order, all, isFailedByHand(composed, order));
			// Of an order that could not be read the output may have nothing else.
			const named = placed.unread === undefined ? output : { externalId, ...output };
			const outcome = placed.existedBefore ? 'existing' : 'placed';
			return {
				output: withOutcome(named, outcome, reviews),
				...{ source: sourceNow, found: order, review: toReviewIn(reviews) },
				isReviewNeeded: following?.confirmWithoutReview !== true,
				labelOf: placed.labelOf,
			};
		} catch (error) {
			throw error instanceof ServiceError && source.name !== undefined
				? error.naming(source.name)
				: error;
		}
	};
	const toItem = async ({ output, ...known }: FollowedOutput): Promise<IDataObject[]> => {
		const shown = isCheck || known.isUncompared ? undefined : known.found;
		const item = isWithParcels && shown ? await withParcelsOfPlaced(call, output, shown) : output;
		const named = { ...item, ...withoutUndefined({ shopOrderId, buyerNote, rows }) };
		if (!followed) return [named];
		return [await withNext(call, named, { ...known, then }, followed, buyerNote)];
	};
	if (externalId === undefined) return await toItem(await work());
	const reference = externalIdReference(externalId);
	// The lock includes composing, so that items with the same external ID are placed one after the other, in their order.
	const placed = await exclusivelyOn(client, reference, work).catch(async (error: unknown) => {
		if (followed && edited && error instanceof UserError) {
			const state = { found: edited, edited: problemTexts([error]).join(' '), then };
			const { nextWhy } = await withNext(call, {}, state, followed);
			call.concerns(externalId, trimmed(nextWhy));
		}
		if (!(error instanceof ServiceError) || !error.isServiceFailure) throw error;
		const progress = isCheck ? undefined : client.write.progress;
		throw serviceFailure(error, source, reference.subject, progress);
	});
	return await toItem(placed);
}
