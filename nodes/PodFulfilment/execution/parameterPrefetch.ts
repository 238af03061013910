/** Items whose parameters are read at one go. */
const PREFETCHED_ITEMS = 20;

/** Reads a parameter of one item, its expressions resolved. */
type Read = (name: string, itemIndex: number, fallback: unknown) => unknown;

type Reading = { value: unknown } | { thrown: unknown };

/** What was read of one parameter and has not been taken yet. */
class Row {
	readonly readings = new Map<number, Reading>();

	/** Nothing was read from this item on. */
	end = 0;
}

/**
 * The parameters of a run's items, read for several items at one go: in a row, an expression costs n8n half of what
 * it costs one by one, between the answers of the service. What cannot be read is thrown to the item it belongs to.
 */
export class ParameterPrefetch {
	private readonly rows = new Map<string, Row>();

	private readonly read: Read;

	private readonly itemCount: number;

	constructor(read: Read, itemCount: number) {
		this.read = read;
		this.itemCount = itemCount;
	}

	/**
	 * A parameter's value for one item. It is handed out once, and read anew for an item that asks again: nothing is
	 * kept longer than it is needed, and no two get the same object.
	 *
	 * @param fallback the same for all items that ask for this parameter
	 * @throws whatever n8n throws where an expression of this item cannot be resolved
	 */
	take(name: string, itemIndex: number, fallback: unknown): unknown {
		let row = this.rows.get(name);
		if (!row) {
			row = new Row();
			this.rows.set(name, row);
		}
		if (itemIndex >= row.end) this.readFrom(row, name, itemIndex, fallback);
		const reading = row.readings.get(itemIndex) ?? this.readingOf(name, itemIndex, fallback);
		row.readings.delete(itemIndex);
		if ('thrown' in reading) throw reading.thrown;
		return reading.value;
	}

	private readFrom(row: Row, name: string, itemIndex: number, fallback: unknown): void {
		// Left over by items that had no use for it.
		row.readings.clear();
		row.end = Math.min(itemIndex + PREFETCHED_ITEMS, this.itemCount);
		for (let index = itemIndex; index < row.end; index += 1) {
			row.readings.set(index, this.readingOf(name, index, fallback));
		}
	}

	private readingOf(name: string, itemIndex: number, fallback: unknown): Reading {
		try {
			return { value: this.read(name, itemIndex, fallback) };
		} catch (thrown) {
			return { thrown };
		}
	}
}
