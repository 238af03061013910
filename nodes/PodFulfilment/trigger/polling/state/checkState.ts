import { UserError, type IDataObject } from 'n8n-workflow';

import { isObject } from '../../../input/guards';
import {
	STATE_VERSION,
	type Selection,
	type StoredList,
	type StoredPart,
	type StoredState,
} from './state';

const PHASES = new Set<unknown>(['baseline', 'verification', 'steady']);

/** n8n keeps the state under the name of the node. */
const BEGIN_ANEW =
	'To begin anew instead, rename this node and publish the workflow (n8n 1: save it): what exists then starts nothing.';

/** Says that a stored state cannot be used, and what to do. */
export class StateError extends UserError {}

const isTime = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const isAbsentOr = (isValid: (value: unknown) => boolean, value: unknown): boolean =>
	value === undefined || isValid(value);

const isCursor = (cursor: unknown): boolean =>
	isObject(cursor) &&
	typeof cursor.next === 'string' &&
	[cursor.startedAt, cursor.descents, cursor.count].every(isTime);

/** Of the progress of a list, where they are known. */
const OPTIONAL_TIMES = [
	'startFrom',
	'forgottenBefore',
	'newestKnown',
	'knownBefore',
	'newestCreatedAt',
	'lastChangedAt',
	'highWaterMark',
	'polledAt',
	'fullScanAt',
	'unsettledSince',
] as const;

const isList = (list: unknown): boolean =>
	isObject(list) &&
	isObject(list.entries) &&
	isObject(list.progress) &&
	PHASES.has(list.progress.phase) &&
	isTime(list.progress.emitFrom) &&
	isTime(list.progress.newFrom) &&
	isAbsentOr(isCursor, list.progress.scan) &&
	OPTIONAL_TIMES.every((name) => isAbsentOr(isTime, (list.progress as IDataObject)[name]));

const isTexts = (value: unknown): boolean =>
	Array.isArray(value) && value.every((text) => typeof text === 'string');

/** See {@link Selection}. A part that is missing would count as one that was not chosen. */
export const isSelection = (selection: unknown): selection is Selection =>
	isObject(selection) &&
	isTexts(selection.events) &&
	isObject(selection.filters) &&
	Object.values(selection.filters).every(isTexts);

/** See {@link StoredState.holds}. */
export const partsOf = ({
	orders,
	tasks,
	shipmentsFrom,
}: Partial<Record<'orders' | 'tasks' | 'shipmentsFrom', unknown>>): StoredPart[] => [
	...(orders === undefined ? [] : ['orders' as const]),
	...(tasks === undefined ? [] : ['tasks' as const]),
	...(shipmentsFrom === undefined ? [] : ['shipments' as const]),
];

/** Whether nothing was removed: what is not there would be watched from now on only. */
function isWhole(state: IDataObject): boolean {
	// Shipments are watched with their orders only, in every version.
	if (state.shipmentsFrom !== undefined && state.orders === undefined) return false;
	const { holds } = state;
	if (holds === undefined) return true;
	const parts = partsOf(state);
	return (
		Array.isArray(holds) && (holds as unknown[]).every((part) => parts.includes(part as StoredPart))
	);
}

/** What is stored is not what this trigger stores. */
export const damagedError = (): StateError =>
	new StateError('What this trigger remembers is damaged, so it cannot tell what has changed', {
		description: `If you have a backup of n8n's database, restore this workflow from it. ${BEGIN_ANEW}`,
	});

/**
 * Refuses a stored state that cannot be used. To begin anew in silence would lose what changed meanwhile. The entries of its
 * lists are checked as they are decoded.
 *
 * @throws StateError
 */
export function checkState(state: unknown): asserts state is StoredState {
	if (isObject(state) && isTime(state.version) && Number(state.version) > STATE_VERSION) {
		throw new StateError(
			'What this trigger remembers was stored by a newer version of its package',
			{
				description: `Update n8n-nodes-pod-fulfilment. Nothing is lost: the first poll after that brings what has changed. ${BEGIN_ANEW}`,
			},
		);
	}
	const isUsable =
		isObject(state) &&
		isTime(state.version) &&
		Number(state.version) >= 1 &&
		isAbsentOr((address) => typeof address === 'string', state.address) &&
		isAbsentOr(isList, state.orders) &&
		isAbsentOr(isList, state.tasks) &&
		isAbsentOr(isTime, state.shipmentsFrom) &&
		isAbsentOr(isTime, state.shipmentsBegan) &&
		isAbsentOr(isSelection, state.chosen) &&
		isAbsentOr(isSelection, state.chosenBefore) &&
		isWhole(state);
	if (!isUsable) throw damagedError();
}

/** A list as this version stores it: version 1 kept what was forgotten in `newFrom`. */
export function asCurrent(list: StoredList, { version }: StoredState): StoredList {
	if (version >= STATE_VERSION) return list;
	return { ...list, progress: { ...list.progress, forgottenBefore: list.progress.newFrom } };
}
