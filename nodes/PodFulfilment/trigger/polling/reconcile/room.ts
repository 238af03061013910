import { ServiceError } from '../../../transport/errors/serviceError';
import type { ShipmentEntry, TaskEntry } from '../state/state';

/**
 * Orders and their shipments, or mockup tasks, that the state has room for. Each takes at most some 150 characters, so that a
 * list that goes on growing cannot fill n8n's memory and database. Ten thousand orders a day do not reach it.
 */
export const MAX_TRACKED = 200_000;

type Tracked = TaskEntry & { shipments?: ReadonlyMap<string, ShipmentEntry> };

const sizeOf = (entry: Tracked | undefined): number =>
	entry ? 1 + (entry.shipments?.size ?? 0) : 0;

/** What is left of {@link MAX_TRACKED} in one list. */
export class Room {
	/** Members that found no room. They stay as they were known before: nothing of them is emitted or forgotten. */
	leftOut = 0;

	private left: number;

	constructor(entries: ReadonlyMap<string, Tracked>, tracked = MAX_TRACKED) {
		this.left = tracked;
		for (const entry of entries.values()) this.left -= sizeOf(entry);
	}

	/** Takes the room that an entry needs beyond the one before; false where there is none. */
	take(before: Tracked | undefined, after: Tracked | undefined): boolean {
		const needed = sizeOf(after) - sizeOf(before);
		if (needed > Math.max(this.left, 0)) {
			this.leftOut += 1;
			return false;
		}
		this.left -= needed;
		return true;
	}
}

/** What is reported where members found no room. */
export const noRoomError = (): ServiceError =>
	new ServiceError({
		message: `The trigger keeps in mind ${MAX_TRACKED.toLocaleString('en-US')} orders with their shipments, and as many mockup tasks; the list has more`,
		description: 'What is known is watched.',
		outcome: 'refused',
	});
