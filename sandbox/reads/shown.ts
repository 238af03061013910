import { timestamp } from '../time/clock.ts';
import type { ReadStyle } from './style.ts';

type Json = Record<string, unknown>;

/** An entity as the service shows it, with the timestamps of its style. */
export function shown(entity: Json, { createdAt, updatedAt }: ReadStyle): Json {
	const { createdAt: created, updatedAt: updated } = entity;
	const view = { ...entity };
	if (updated !== undefined) {
		if (updatedAt === 'missing') delete view.updatedAt;
		if (updatedAt === 'frozen') view.updatedAt = created;
		if (updatedAt === 'backwards') view.updatedAt = mirrored(String(created), String(updated));
	}
	if (createdAt === 'missing') delete view.createdAt;
	return view;
}

/** As long before the creation as the change was after it. */
const mirrored = (created: string, updated: string): string =>
	timestamp(new Date(2 * Date.parse(created) - Date.parse(updated)));

export const abbreviated = ({ id, status }: Json): Json => ({ id, status });

/** @param total what would be right; undefined leaves the member out */
export function totalItems(total: number, style: ReadStyle['totalItems']): number | undefined {
	switch (style) {
		case 'right':
			return total;
		case 'missing':
			return undefined;
		case 'tooHigh':
			return total + 7;
		case 'tooLow':
			return Math.floor(total / 2);
	}
}
