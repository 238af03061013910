import { asCurrent, checkState, damagedError, partsOf } from './checkState';
import { inSlices } from './slices';
import {
	type ListSnapshot,
	type OrderEntry,
	type Repeated,
	type ShipmentEntry,
	type Snapshot,
	STATE_VERSION,
	type StoredList,
	type StoredState,
	type TaskEntry,
} from './state';

// Format of an order:
//   emitted;observed;since;createdAt;newSince;inProductionSince;shipmentsVersion;flags;updatedAt;missing;doubted;waitingSince;waiting;late;canceledAt
// followed by `|shipment=emitted;observed;since;doubted;left` for each of its shipments. A task is the first four fields, its flags,
// missing and doubted. Times are seconds in base 36, updatedAt and canceledAt milliseconds, the former `=` where it is the
// shipmentsVersion; what is counted is `time,count`. Empty fields at the end are left out. Version 1 ended with the flags.

const FIELD = ';';
const SHIPMENT = '|';
const STATUS = '=';

/** These letters, and the order of the fields, are in users' static data. */
const FLAGS = {
	isDeletedAtService: 'g',
	isLateDecided: 'l',
	needsShipmentBaseline: 'b',
	wasReadAfterFinish: 'c',
	wasForgotten: 'f',
	isUnsettled: 'u',
	areShipmentsUnsettled: 's',
	isAllUnsettled: 'a',
} as const;

const encodeTime = (time: number | undefined): string => time?.toString(36) ?? '';

/** What a time may be encoded as; a shorter text is a time of any clock. */
const TIME = /^-?[0-9a-z]{1,12}(?:\.[0-9a-z]*)?$/;

function decodeTime(text: string | undefined): number | undefined {
	if (text === undefined || text === '') return undefined;
	if (!TIME.test(text)) throw damagedError();
	return Number.parseInt(text, 36);
}

/** What {@link statusKey} gives, in this version or another. */
const STATUS_KEY = /^~?[\w-]{0,40}$/;

function decodeStatus(text: string): string {
	if (!STATUS_KEY.test(text)) throw damagedError();
	return text;
}

/**
 * Decodes a time of n8n's clock. One that lies ahead is from before that clock was put right: a status would have to last
 * until then.
 */
function decodePast(text: string | undefined, nowSeconds: number): number | undefined {
	const time = decodeTime(text);
	return time === undefined ? undefined : Math.min(time, nowSeconds);
}

const COUNT = ',';

const encodeRepeated = (repeated: Repeated | undefined): string =>
	repeated ? `${encodeTime(repeated.atSeconds)}${COUNT}${encodeTime(repeated.count)}` : '';

function decodeRepeated(text: string | undefined, nowSeconds: number): Repeated | undefined {
	// So it is for most orders.
	if (text === undefined || text === '') return undefined;
	const [at, count] = text.split(COUNT).map(decodeTime);
	if (at === undefined || count === undefined) throw damagedError();
	return { atSeconds: Math.min(at, nowSeconds), count };
}

/** Stands for an `updatedAt` that is also the version of the shipments, as it is for most orders. */
const SAME_AS_VERSION = '=';

const encodeUpdatedAt = ({ updatedAtMs, shipmentsVersion }: OrderEntry): string => {
	const text = encodeTime(updatedAtMs);
	return text !== '' && text === shipmentsVersion ? SAME_AS_VERSION : text;
};

function joined(fields: string[]): string {
	let count = fields.length;
	while (fields[count - 1] === '') count -= 1;
	return (count === fields.length ? fields : fields.slice(0, count)).join(FIELD);
}

const encodeShipment = ([key, entry]: [string, ShipmentEntry]): string => {
	const { emitted, observed, since, doubted = '', left = '' } = entry;
	// `since` is only needed while a status waits to be emitted.
	const waiting = observed === undefined ? ['', ''] : [observed, encodeTime(since)];
	return `${SHIPMENT}${key}${STATUS}${joined([emitted, ...waiting, doubted, left])}`;
};

/** Both take one letter, so that an order takes no more than 100 bytes. */
function encodeUnsettled({ isUnsettled, areShipmentsUnsettled }: OrderEntry): string {
	if (isUnsettled && areShipmentsUnsettled) return FLAGS.isAllUnsettled;
	if (isUnsettled) return FLAGS.isUnsettled;
	return areShipmentsUnsettled ? FLAGS.areShipmentsUnsettled : '';
}

const encodeFlags = (order: OrderEntry): string =>
	(order.isDeletedAtService ? FLAGS.isDeletedAtService : '') +
	(order.isLateDecided ? FLAGS.isLateDecided : '') +
	(order.needsShipmentBaseline ? FLAGS.needsShipmentBaseline : '') +
	(order.wasReadAfterFinish ? FLAGS.wasReadAfterFinish : '') +
	(order.wasForgotten ? FLAGS.wasForgotten : '') +
	encodeUnsettled(order);

const encodeOrder = (order: OrderEntry): string =>
	joined([
		order.emitted,
		order.observed ?? '',
		encodeTime(order.since),
		encodeTime(order.createdAt),
		encodeTime(order.newSince),
		encodeTime(order.inProductionSince),
		order.shipmentsVersion,
		encodeFlags(order),
		encodeUpdatedAt(order),
		encodeRepeated(order.missing),
		order.doubted ?? '',
		encodeTime(order.waitingSince),
		encodeRepeated(order.waiting),
		encodeRepeated(order.late),
		encodeTime(order.canceledAtMs),
	]) + (order.shipments.size === 0 ? '' : [...order.shipments].map(encodeShipment).join(''));

const encodeTask = (task: TaskEntry): string =>
	joined([
		task.emitted,
		task.observed ?? '',
		encodeTime(task.since),
		encodeTime(task.createdAt),
		(task.isDeletedAtService ? FLAGS.isDeletedAtService : '') +
			(task.isUnsettled ? FLAGS.isUnsettled : ''),
		encodeRepeated(task.missing),
		task.doubted ?? '',
	]);

function decodeShipment(text: string, nowSeconds: number): [string, ShipmentEntry] {
	const [key = '', fields = ''] = text.split(STATUS);
	const [emitted = '', observed = '', since, doubted = '', left = ''] = fields.split(FIELD);
	const entry: ShipmentEntry = {
		emitted: decodeStatus(emitted),
		since: decodePast(since, nowSeconds) ?? 0,
	};
	if (observed !== '') entry.observed = decodeStatus(observed);
	if (doubted !== '') entry.doubted = decodeStatus(doubted);
	if (left !== '') entry.left = decodeStatus(left);
	return [key, entry];
}

const NO_SHIPMENTS: ReadonlyMap<string, ShipmentEntry> = new Map();

function decodeOrder(text: string, nowSeconds: number): OrderEntry {
	const end = text.indexOf(SHIPMENT);
	const fields = end === -1 ? text : text.slice(0, end);
	const [
		emitted = '',
		observed = '',
		since,
		createdAt,
		newSince,
		inProduction,
		shipmentsVersion = '',
		flags = '',
		updatedAt,
		missing,
		doubted = '',
		waitingSince,
		waiting,
		late,
		canceledAt,
	] = fields.split(FIELD);
	const order: OrderEntry = {
		emitted: decodeStatus(emitted),
		since: decodePast(since, nowSeconds) ?? 0,
		createdAt: decodeTime(createdAt),
		newSince: decodePast(newSince, nowSeconds),
		inProductionSince: decodePast(inProduction, nowSeconds),
		shipmentsVersion,
		isDeletedAtService: flags.includes(FLAGS.isDeletedAtService),
		isLateDecided: flags.includes(FLAGS.isLateDecided),
		needsShipmentBaseline: flags.includes(FLAGS.needsShipmentBaseline),
		wasReadAfterFinish: flags.includes(FLAGS.wasReadAfterFinish),
		wasForgotten: flags.includes(FLAGS.wasForgotten),
		updatedAtMs: decodeTime(updatedAt === SAME_AS_VERSION ? shipmentsVersion : updatedAt),
		missing: decodeRepeated(missing, nowSeconds),
		waitingSince: decodePast(waitingSince, nowSeconds),
		waiting: decodeRepeated(waiting, nowSeconds),
		late: decodeRepeated(late, nowSeconds),
		canceledAtMs: decodeTime(canceledAt),
		shipments:
			end === -1
				? NO_SHIPMENTS
				: new Map(
						text
							.slice(end + 1)
							.split(SHIPMENT)
							.map((shipment) => decodeShipment(shipment, nowSeconds)),
					),
	};
	const isAll = flags.includes(FLAGS.isAllUnsettled);
	if (isAll || flags.includes(FLAGS.isUnsettled)) order.isUnsettled = true;
	if (isAll || flags.includes(FLAGS.areShipmentsUnsettled)) order.areShipmentsUnsettled = true;
	if (observed !== '') order.observed = decodeStatus(observed);
	if (doubted !== '') order.doubted = decodeStatus(doubted);
	return order;
}

function decodeTask(text: string, nowSeconds: number): TaskEntry {
	const [emitted = '', observed = '', since, createdAt, flags = '', missing, doubted = ''] =
		text.split(FIELD);
	return {
		emitted: decodeStatus(emitted),
		...(observed !== '' && { observed: decodeStatus(observed) }),
		since: decodePast(since, nowSeconds) ?? 0,
		createdAt: decodeTime(createdAt),
		isDeletedAtService: flags.includes(FLAGS.isDeletedAtService),
		...(flags.includes(FLAGS.isUnsettled) && { isUnsettled: true }),
		missing: decodeRepeated(missing, nowSeconds),
		...(doubted !== '' && { doubted: decodeStatus(doubted) }),
	};
}

async function encodeList<Entry>(
	{ entries, scanProgress }: ListSnapshot<Entry>,
	encode: (entry: Entry) => string,
): Promise<StoredList> {
	// No key has a meaning for an object, such as `__proto__`: those are hashed.
	const encoded: Record<string, string> = {};
	await inSlices(entries, ([key, entry]) => {
		encoded[key] = encode(entry);
	});
	return { entries: encoded, progress: scanProgress };
}

async function decodeList<Entry>(
	{ entries, progress }: StoredList,
	decode: (text: string) => Entry,
): Promise<ListSnapshot<Entry>> {
	const decoded = new Map<string, Entry>();
	await inSlices(Object.keys(entries), (key) => {
		const text: unknown = entries[key];
		if (typeof text !== 'string') throw damagedError();
		decoded.set(key, decode(text));
	});
	return { entries: decoded, scanProgress: progress };
}

/** @param address of the service that it was read from */
export async function encodeState(
	{ orders, tasks, shipmentsFrom, shipmentsBegan, chosen, chosenBefore }: Snapshot,
	address: string,
): Promise<StoredState> {
	return {
		version: STATE_VERSION,
		address,
		holds: partsOf({ orders, tasks, shipmentsFrom }),
		...(orders && { orders: await encodeList(orders, encodeOrder) }),
		...(tasks && { tasks: await encodeList(tasks, encodeTask) }),
		...(shipmentsFrom !== undefined && { shipmentsFrom }),
		...(shipmentsBegan !== undefined && { shipmentsBegan }),
		...(chosen && { chosen }),
		...(chosenBefore && { chosenBefore }),
	};
}

/**
 * Decodes what the last poll stored; nothing at the first one.
 *
 * @param nowSeconds time of the poll since 1970: nothing was observed later than that
 * @throws StateError for what a newer version of this package stored, and for what none did
 */
export async function decodeState(
	state: unknown,
	nowSeconds = Number.POSITIVE_INFINITY,
): Promise<Snapshot> {
	if (state === undefined) return {};
	checkState(state);
	const { orders, tasks, shipmentsFrom, shipmentsBegan = shipmentsFrom } = state;
	const { chosen, chosenBefore } = state;
	const order = (text: string): OrderEntry => decodeOrder(text, nowSeconds);
	const task = (text: string): TaskEntry => decodeTask(text, nowSeconds);
	return {
		...(orders && { orders: await decodeList(asCurrent(orders, state), order) }),
		...(tasks && { tasks: await decodeList(asCurrent(tasks, state), task) }),
		...(shipmentsFrom !== undefined && { shipmentsFrom }),
		...(shipmentsBegan !== undefined && { shipmentsBegan: Math.min(shipmentsBegan, nowSeconds) }),
		...(chosen && { chosen }),
		...(chosenBefore && { chosenBefore }),
	};
}
