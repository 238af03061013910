import type { RunRecord } from '../history/record.ts';
import type { Network } from '../engine/network.ts';
import type { History, Operation } from '../history/history.ts';
import type { Catalog } from '../service/catalog.ts';
import type { Effect, OrderBook } from '../service/orders.ts';

/** A history that was played to its end, with the true state of the service. */
export interface Played {
	history: History;
	runs: readonly RunRecord[];
	book: OrderBook;
	catalog: Catalog;
	network: Network;
	/** Runs after everything, when nothing happens to requests any more: each purchase once more, with the same input. */
	lastRuns: readonly RunRecord[];
}

const LISTS: readonly Operation[] = ['list', 'products', 'variants', 'tasks'];

/** Whether a run reads a collection, of which any number of items may come out. */
export const isList = ({ plan }: RunRecord): boolean => LISTS.includes(plan.operation);

/** The longest time by which a read lags behind. */
export const LONGEST_LAG_MS = 5_000;

/** Says what is broken; one text for each time that it is. */
export type Check = (played: Played) => string[];

/** What one item of a run really changed, all tries of 'Retry On Fail' together. */
export const effectsOf = ({ book }: Played, run: RunRecord, item: number): Effect[] =>
	book.effects.filter(({ origin }) => origin?.run === run.number && origin.item === item);

export const itemIndexOf = (pairedItem: unknown): number | undefined => {
	if (typeof pairedItem === 'number') return pairedItem;
	const paired = Array.isArray(pairedItem) ? (pairedItem as unknown[])[0] : pairedItem;
	return (paired as { item?: number } | undefined)?.item;
};

/** Where a run is named in what is said of it. */
export const shownRun = ({ number, plan }: RunRecord): string =>
	`run ${number} (${plan.operation})`;
