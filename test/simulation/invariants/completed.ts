import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';

import { UNKNOWN_ITEM } from '../history/purchases.ts';
import { itemIndexOf, shownRun, type Check, type Played } from './played.ts';

/** What was sent of a placement that is completed from the catalog. */
interface SentPlacement extends IDataObject {
	layers: IDataObject[];
}

function faultOf(
	{ catalog }: Played,
	{ type, technique, layers }: SentPlacement,
): string | undefined {
	const { placement } = catalog;
	if (!placement) return undefined;
	const { width, height } = placement.area as IDataObject;
	const position = { top: 0, left: 0, width, height };
	const isWhole =
		type === placement.type &&
		technique === placement.technique &&
		layers.every((layer) => isDeepStrictEqual(layer.position, position));
	return isWhole ? undefined : JSON.stringify({ type, technique, layers });
}

/** What a request sends as placements, of an order or of one of its items. */
const placementsIn = ({ orderItems, placements }: IDataObject): SentPlacement[] =>
	[{ placements }, ...((orderItems ?? []) as IDataObject[])].flatMap(
		(item) => (item.placements ?? []) as SentPlacement[],
	);

/** Where the catalog is to complete what is sent, nothing is sent that it has not completed. */
const halfCompleted = (played: Played): string[] =>
	played.network.requests
		// The variant of an item that is not there nobody knows; the service refuses the change.
		.filter(({ path }) => !path.endsWith(`/${UNKNOWN_ITEM}`))
		.filter(({ body }) => !Array.isArray(body.actions))
		.flatMap(({ number, body }) =>
			placementsIn(body)
				.map((placement) => faultOf(played, placement))
				.filter((fault) => fault !== undefined)
				.map((fault) => `request ${number} sends ${fault}`),
		);

/**
 * An order of what is out of stock comes with a warning, once in a run where several items are the same order. Of one that was
 * expected to exist, the catalog is not read.
 */
const withoutWarning = ({ catalog, runs }: Played): string[] =>
	runs
		.filter(({ plan, result }) => plan.operation === 'create' && result && !result.error)
		.flatMap((run) => {
			const items = (run.result?.items ?? []).filter(({ json }) => json.error === undefined);
			const warned = new Set(
				items
					.filter(({ json }) => JSON.stringify(json.warnings ?? '').includes('out of stock'))
					.map(({ json }) => json.externalId),
			);
			return items
				.filter(({ json }) => !catalog.isInStock && !warned.has(json.externalId))
				.filter(({ json }) => !run.plan.settings.expectExisting || json.outcome !== 'existing')
				.map(
					({ pairedItem }) =>
						`${shownRun(run)}: item ${itemIndexOf(pairedItem)} is out of stock, and nothing warns of it`,
				);
		});

/** Items are sent as the catalog says. */
export const completed: Check = (played) =>
	played.history.fillsFromCatalog ? [...halfCompleted(played), ...withoutWarning(played)] : [];
