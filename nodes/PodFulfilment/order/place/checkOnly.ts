import type { IDataObject } from 'n8n-workflow';

import { externalIdReference, findOrder } from '../../api/order';
import { problemTexts, type Problem } from '../problems';
import { ServiceError, unwrap } from '../../transport/errors/serviceError';
import type { ApiClient } from '../../transport/client';
import { comparisonOf, type ComposedOrder, type IfExists } from '../composedOrder';
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
	externalId: string | undefined,
	composed: ComposedOrder,
	ifExists: IfExists,
): Promise<Pick<ComposedOrder, 'warnings' | 'problems'>> {
	if (externalId === undefined) return { warnings: [], problems: [] };
	const existing = unwrap(await findOrder(client, externalIdReference(externalId)));
	if (!existing) return { warnings: [], problems: [] };
	const refused = composed.refuseExisting?.(existing);
	if (refused) return { warnings: [], problems: [refused] };
	if (ifExists === 'error') return { warnings: [], problems: [existsAlready(externalId)] };
	if (composed.problems.length > 0) {
		return { warnings: [`Order "${externalId}" exists already.`], problems: [] };
	}
	const comparison = await comparisonOf(composed, existing);
	if ('uncomparable' in comparison) {
		const { warnings } = uncompared(existing, externalId, comparison.uncomparable);
		return { warnings, problems: [] };
	}
	const { differences, explained, labelOf = composed.labelOf } = comparison;
	if (differences.length > 0) {
		return {
			warnings: [],
			problems: [otherContent(externalId, differences, labelOf, true, explained)],
		};
	}
	return {
		warnings: [
			existsAsSent(client.run, externalId),
			...failureWarnings(client.run, existing),
			...productionWarnings(existing, externalId),
		],
		problems: [],
	};
}

/** The output, in the order in which it is read: what is wrong first. */
const checkOutput = (
	problems: readonly Problem[],
	warnings: string[],
	wouldSend: IDataObject | null,
	toReview: readonly string[] = [],
): IDataObject => ({
	problems: problemTexts(problems),
	...(warnings.length > 0 && { warnings }),
	wouldSend,
	...(toReview.length > 0 && { toReview: [...toReview] }),
});

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
	const { body, warnings, toReview, problems, existing, notDue, skipped } = composed;
	if (skipped && problems.length === 0) {
		return checkOutput([], [`${String(skipped.reason)}: it would be skipped.`, ...warnings], null);
	}
	const known = [...warnings, ...(existing?.warnings ?? [])];
	if (notDue !== undefined) return checkOutput(problems, known, null);
	const unread = problems.find((problem) => !isAboutOrder(problem));
	if (unread instanceof ServiceError) throw unread;
	const found = existing
		? { warnings: [], problems: [] }
		: await existingOrderFindings(client, externalId, composed, ifExists);
	// Without what was refused.
	const wouldSend = JSON.parse(JSON.stringify(body)) as IDataObject;
	return checkOutput(
		[...problems, ...found.problems],
		[...known, ...found.warnings],
		wouldSend,
		toReview,
	);
}
