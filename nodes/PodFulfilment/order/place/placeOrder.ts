// The steps of Create and Reprint for one order, from its source to the item.

import { UserError, type IDataObject } from 'n8n-workflow';

import { exclusivelyOn, externalIdReference, findOrder, isDraft } from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { trimmed } from '../../input/text';
import { withoutUndefined } from '../../input/objects';
import type { ApiClient } from '../../transport/client';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import {
	comparisonOf,
	isEdited,
	isFailedByHand,
	isPastDraft,
	skippedOutput,
	type ComposedOrder,
	type Comparison,
	type FoundBefore,
	type OrderSource,
	type SourceOf,
} from '../composedOrder';
import { placingSettingsOf, type FollowUp, type thenField } from '../fields';
import {
	checkedOption,
	Findings,
	hasProblem,
	isReview,
	lasting,
	problemsIn,
	problemTexts,
	review,
	throwProblems,
	toReviewIn,
	warning,
	warningsIn,
	type Finding,
} from '../findings';
import { withNext, type FollowedOutput } from '../next/withNext';
import { orderResult } from '../orderResult';
import { addParcelsField, withParcelsOfPlaced } from '../parcels';
import { createOnce } from './createOnce';
import { followUp } from './followUp';
import { artworkMissingIn, printFileFindings } from './printFileFindings';
import { refuseOtherExternalId, serviceFailure } from './retries';
import {
	checkedOrder,
	existingItem,
	itemLeftAlone,
	skippedItem,
	uncomparedItem,
	withOutcome,
} from './unplaced';

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
 * One item of Create or Reprint: where its order comes from, what its fields say of placing it, and what is wrong with these.
 * They are read before anything is sent: an expression that fails must not hide a success.
 */
function enteredPlacing(call: OperationCall, source: OrderSource, field: typeof thenField) {
	const options = call.parameter<IDataObject>('options', {});
	const { check, list: problems } = new Findings();
	const then = check(() => field.read(call.parameter(field.property.name, 'draft'))) ?? 'draft';
	const settings = placingSettingsOf(then, options, check);
	const isWithParcels = checkedOption(check, options, addParcelsField);
	return {
		call,
		source,
		then,
		settings,
		isWithParcels,
		problems,
		toOutput: orderResult(call),
		/** An existing order that is known to be that of the source, with other content. */
		edited: undefined as IDataObject | undefined,
	};
}

type Placing = ReturnType<typeof enteredPlacing>;

/** What exists already, where that is asked before the order is composed. */
async function foundBefore({
	call: { client },
	source: { externalId, isNothingToDo = false, followed },
	then,
	settings: { expectsExisting, following },
	problems,
}: Placing): Promise<FoundBefore | undefined> {
	// What is left alone is followed all the same once it exists.
	const looksFirst = (expectsExisting && then !== 'check') || followed?.leftAlone !== undefined;
	return looksFirst && externalId !== undefined && !isNothingToDo && !hasProblem(problems)
		? await findBefore(client, externalId, following)
		: undefined;
}

/** What is wrong with the print files of an order that is not produced yet. What hints say of them is noted. */
async function fileFindings(
	{ client, note }: OperationCall,
	composed: ComposedOrder,
	found: IDataObject | undefined,
): Promise<Finding[]> {
	if (isPastDraft(found)) return [];
	const mayExist = found !== undefined || client.write.progress !== 'notMade';
	const findings = await printFileFindings(client, composed, mayExist);
	for (const finding of findings) if (finding.level === 'notice') note(finding);
	return findings;
}

/** Before an order is placed: with a confirmation to follow, a placed order is not done yet. */
async function expectFollowUp(
	client: ApiClient,
	externalId: string,
	{ confirm }: FollowUp,
): Promise<void> {
	const { path, subject } = externalIdReference(externalId);
	// A credential for drafts would leave one behind that this workflow never confirms.
	if (confirm) {
		await client.refuseForbidden({ method: 'POST', path: `${path}/confirm`, subject });
	}
	client.write.begin(subject);
	client.write.expectFollowUp();
}

/** Creates an order, or finds the one that exists, does what follows, and returns its item. */
async function createdItem(
	placing: Placing,
	externalId: string,
	composed: ComposedOrder,
	before: FoundBefore | undefined,
): Promise<FollowedOutput> {
	const { call, settings, toOutput } = placing;
	const { following, ifExists } = settings;
	const body = { ...composed.body, externalId };
	/** What somebody has to look at before an existing draft with the same content is confirmed. */
	let draftReview: string | undefined;
	const compare = async (existing: IDataObject): Promise<Comparison> => {
		const comparison = await comparisonOf(composed, existing);
		placing.edited = isEdited(comparison) ? existing : undefined;
		draftReview = 'toReview' in comparison ? comparison.toReview : undefined;
		return comparison;
	};
	const created = await createOnce(call, { ...composed, body, compare }, { ifExists, before });
	const isOld = created.existedBefore && isPastDraft(created.order);
	const findings = [
		...(isOld ? lasting(composed.findings) : composed.findings),
		...(draftReview === undefined ? [] : [review(draftReview, 'existing')]),
	];
	if (created.isUncompared) return uncomparedItem(call, externalId, created, findings);
	const warnings = [...warningsIn(findings), ...created.warnings];
	const placed = { ...composed, ...created, warnings };
	// Also of an order that existed before: the next try of Retry On Fail then looks for it, and sends nothing.
	if (!following) call.client.write.onNotNeeded();
	const unshown = following?.confirm === true ? (placed.toReview ?? []) : [];
	const reviews = [
		...findings.filter(isReview),
		...unshown.map((text) => review(text, 'existing')),
	];
	const { order, findings: all } = following
		? await followUp(call, placed, following, externalId, toReviewIn(reviews))
		: { order: placed.order, findings: warnings.map(warning) };
	const output = toOutput(order, all, isFailedByHand(composed, order));
	// Of an order that could not be read the output may have nothing else.
	const named = placed.unread === undefined ? output : { externalId, ...output };
	return {
		output: withOutcome(named, placed.existedBefore ? 'existing' : 'placed', reviews),
		found: order,
		review: toReviewIn(reviews),
		isReviewNeeded: following?.confirmWithoutReview !== true,
		labelOf: placed.labelOf,
	};
}

/** Places a composed order without problems, once its print files were read where that is asked for. */
async function placedItem(
	placing: Placing,
	externalId: string,
	composed: ComposedOrder,
	before: FoundBefore | undefined,
): Promise<FollowedOutput> {
	const { call, source, settings } = placing;
	const { client } = call;
	const { checksFiles, following } = settings;
	const looked = checksFiles
		? (before ?? (await findBefore(client, externalId, following)))
		: before;
	const ofFiles = checksFiles ? await fileFindings(call, composed, looked?.found) : [];
	const findings = [...composed.findings, ...ofFiles];
	const artworkMissing = artworkMissingIn(findings);
	if (artworkMissing !== undefined) {
		const reason = `No artwork yet: ${artworkMissing}`;
		const output = withOutcome(skippedOutput(externalId, reason), 'skipped');
		return { output, artworkMissing };
	}
	throwProblems(problemsIn(findings));
	if (following) await expectFollowUp(client, externalId, following);
	// One that is in doubt is looked for with patience.
	const known = client.write.isInDoubt ? before : looked;
	try {
		return await createdItem(placing, externalId, { ...composed, findings }, known);
	} catch (error) {
		throw error instanceof ServiceError && source.name !== undefined
			? error.naming(source.name)
			: error;
	}
}

/** Composes the order, and does with it what 'Then' says. */
async function workOn(placing: Placing): Promise<FollowedOutput> {
	const { call, source, then, settings, toOutput } = placing;
	const { externalId } = source;
	const isCheck = then === 'check';
	const before = await foundBefore(placing);
	const unplaced = await itemLeftAlone(call, source, then, before);
	if (unplaced) return unplaced;
	const own = await source.compose(isCheck, isCheck ? undefined : before);
	const composed = { ...own, findings: [...own.findings, ...placing.problems] };
	if (isCheck) return await checkedOrder(call, externalId, composed, settings);
	throwProblems(problemsIn(composed.findings));
	const skipped = skippedItem(call, composed);
	if (skipped) return { ...skipped, source: composed.sourceNow };
	// Cannot happen: a missing external ID is one of the problems above.
	if (externalId === undefined) throw new RangeError('No external ID');
	const isToConfirm = settings.following?.confirm === true;
	const item =
		existingItem(call, toOutput, externalId, composed, isToConfirm) ??
		(await placedItem(placing, externalId, composed, before));
	return { ...item, source: composed.sourceNow };
}

/** Adds to an item its parcels, what its source hands on, and what comes next, as far as each is asked for. */
async function completedItem(
	{ call, source, then, isWithParcels }: Placing,
	{ output, ...known }: FollowedOutput,
): Promise<IDataObject> {
	const { shopOrderId, buyerNote, rows, followed } = source;
	const shown = then === 'check' || known.isUncompared ? undefined : known.found;
	const item = isWithParcels && shown ? await withParcelsOfPlaced(call, output, shown) : output;
	const named = { ...item, ...withoutUndefined({ shopOrderId, buyerNote, rows }) };
	return followed ? await withNext(call, named, { ...known, then }, followed, buyerNote) : named;
}

/** Throws what ended the work on an order, once it is noted what comes next with one that was edited in its source. */
async function throwFailure(
	{ call, source, then, edited }: Placing,
	externalId: string,
	error: unknown,
): Promise<never> {
	if (source.followed && edited && error instanceof UserError) {
		const state = { found: edited, edited: problemTexts([error]).join(' '), then };
		const { nextWhy } = await withNext(call, {}, state, source.followed);
		call.concerns(externalId, trimmed(nextWhy));
	}
	if (!(error instanceof ServiceError) || !error.isServiceFailure) throw error;
	const progress = then === 'check' ? undefined : call.client.write.progress;
	throw serviceFailure(error, source, externalIdReference(externalId).subject, progress);
}

/**
 * @param sourceOf reads where the order of an item comes from, by the item's call
 * @param field 'Then' of the operation
 */
export async function placeOrder(
	call: OperationCall,
	sourceOf: SourceOf,
	field: typeof thenField,
): Promise<IDataObject[]> {
	const source = await sourceOf(call);
	const { externalId } = source;
	if (externalId !== undefined) call.concerns(externalId);
	await refuseOtherExternalId(call, source, sourceOf);
	const placing = enteredPlacing(call, source, field);
	const work = async (): Promise<FollowedOutput> => await workOn(placing);
	// The lock includes composing, so that items with the same external ID are placed one after the other, in their order.
	const result =
		externalId === undefined
			? await work()
			: await exclusivelyOn(call.client, externalIdReference(externalId), work).catch(
					async (error: unknown) => await throwFailure(placing, externalId, error),
				);
	return [await completedItem(placing, result)];
}
