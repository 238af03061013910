import { timestamp } from '../time/clock.ts';
import type { ReadStyle } from './style.ts';

type Json = Record<string, unknown>;

/** Fields that hold a time. */
const TIMES = ['createdAt', 'updatedAt', 'finishedAt', 'shippedAt'];

/** How a time is written, by {@link ReadStyle.timestamps}. */
const WRITTEN: Record<ReadStyle['timestamps'], (time: Date) => unknown> = {
	iso: timestamp,
	withoutOffset: (time) => time.toISOString().replace('Z', ''),
	seconds: (time) => Math.floor(time.getTime() / 1000),
	milliseconds: (time) => time.getTime(),
	nanoseconds: (time) => time.getTime() * 1e6,
};

/** Times as the clock of the service has them, and as it writes them. */
export function withTimes(view: Json, { aheadMilliseconds, timestamps }: ReadStyle): Json {
	if (aheadMilliseconds === 0 && timestamps === 'iso') return view;
	const times = TIMES.filter((name) => typeof view[name] === 'string').map((name) => [
		name,
		WRITTEN[timestamps](new Date(Date.parse(String(view[name])) + aheadMilliseconds)),
	]);
	return { ...view, ...Object.fromEntries(times) };
}

/** An entity as the service shows it, with the timestamps of its style. */
export function shown(entity: Json, style: ReadStyle): Json {
	const { createdAt, updatedAt } = style;
	const { createdAt: created, updatedAt: updated } = entity;
	const view = { ...entity };
	if (updated !== undefined) {
		if (updatedAt === 'missing') delete view.updatedAt;
		if (updatedAt === 'frozen') view.updatedAt = created;
		if (updatedAt === 'backwards') view.updatedAt = mirrored(String(created), String(updated));
	}
	if (createdAt === 'missing') delete view.createdAt;
	return withTimes(view, style);
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
