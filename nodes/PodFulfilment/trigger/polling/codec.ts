import type { Knowledge, KnownList, KnownOrder, KnownShipment, KnownTask } from './knowledge';
import { STATE_VERSION, type StoredList, type StoredState } from './state';

// An order is `status;seen;since;createdAt;newSince;inProductionSince;version;flags`, then `|shipment=status;seen;since`
// for each of its shipments. A task is the first four fields and its flags. Times are seconds in base 36.

const FIELD = ';';
const SHIPMENT = '|';
const STATUS = '=';

const FLAGS = {
	isGone: 'g',
	isLateSettled: 'l',
	hasOldShipments: 'o',
	isFinal: 'f',
} as const;

const encodeTime = (time: number | undefined): string => time?.toString(36) ?? '';

function decodeTime(text: string | undefined): number | undefined {
	if (text === undefined || text === '') return undefined;
	const time = Number.parseInt(text, 36);
	return Number.isNaN(time) ? undefined : time;
}

/** Without the empty fields at the end. */
function joined(fields: string[]): string {
	const text = fields.join(FIELD);
	return text.endsWith(FIELD) ? text.replace(/;+$/, '') : text;
}

const encodeShipment = ([key, { status, seen, since }]: [string, KnownShipment]): string =>
	// Of a status that is told, it does not matter since when.
	`${SHIPMENT}${key}${STATUS}${joined(seen === undefined ? [status] : [status, seen, encodeTime(since)])}`;

// Written out, and without a loop: there may be tens of thousands of orders.
const encodeFlags = (order: KnownOrder): string =>
	(order.isGone ? FLAGS.isGone : '') +
	(order.isLateSettled ? FLAGS.isLateSettled : '') +
	(order.hasOldShipments ? FLAGS.hasOldShipments : '') +
	(order.isFinal ? FLAGS.isFinal : '');

const encodeOrder = (order: KnownOrder): string =>
	joined([
		order.status,
		order.seen ?? '',
		encodeTime(order.since),
		encodeTime(order.createdAt),
		encodeTime(order.newSince),
		encodeTime(order.inProductionSince),
		order.version,
		encodeFlags(order),
	]) + (order.shipments.size === 0 ? '' : [...order.shipments].map(encodeShipment).join(''));

const encodeTask = (task: KnownTask): string =>
	joined([
		task.status,
		task.seen ?? '',
		encodeTime(task.since),
		encodeTime(task.createdAt),
		task.isGone ? FLAGS.isGone : '',
	]);

function decodeShipment(text: string): [string, KnownShipment] {
	const [key = '', told = ''] = text.split(STATUS);
	const [status = '', seen = '', since] = told.split(FIELD);
	return [key, { status, ...(seen !== '' && { seen }), since: decodeTime(since) ?? 0 }];
}

function decodeOrder(text: string): KnownOrder {
	const end = text.indexOf(SHIPMENT);
	const fields = end === -1 ? text : text.slice(0, end);
	const [
		status = '',
		seen = '',
		since,
		createdAt,
		newSince,
		inProduction,
		version = '',
		flags = '',
	] = fields.split(FIELD);
	const order: KnownOrder = {
		status,
		since: decodeTime(since) ?? 0,
		createdAt: decodeTime(createdAt),
		newSince: decodeTime(newSince),
		inProductionSince: decodeTime(inProduction),
		version,
		isGone: flags.includes(FLAGS.isGone),
		isLateSettled: flags.includes(FLAGS.isLateSettled),
		hasOldShipments: flags.includes(FLAGS.hasOldShipments),
		isFinal: flags.includes(FLAGS.isFinal),
		shipments: new Map(),
	};
	if (seen !== '') order.seen = seen;
	if (end === -1) return order;
	for (const shipment of text.slice(end + 1).split(SHIPMENT)) {
		order.shipments.set(...decodeShipment(shipment));
	}
	return order;
}

function decodeTask(text: string): KnownTask {
	const [status = '', seen = '', since, createdAt, flags = ''] = text.split(FIELD);
	return {
		status,
		...(seen !== '' && { seen }),
		since: decodeTime(since) ?? 0,
		createdAt: decodeTime(createdAt),
		isGone: flags.includes(FLAGS.isGone),
	};
}

const encodeList = <Entry>(
	{ entries, progress }: KnownList<Entry>,
	encode: (entry: Entry) => string,
): StoredList => ({
	entries: Object.fromEntries([...entries].map(([key, entry]) => [key, encode(entry)])),
	progress,
});

const decodeList = <Entry>(
	{ entries, progress }: StoredList,
	decode: (text: string) => Entry,
): KnownList<Entry> => ({
	entries: new Map(Object.entries(entries).map(([key, text]) => [key, decode(text)])),
	progress: { ...progress, ...(progress.sweep && { sweep: { ...progress.sweep } }) },
});

export const encodeState = ({ orders, tasks, shipmentsFrom }: Knowledge): StoredState => ({
	version: STATE_VERSION,
	...(orders && { orders: encodeList(orders, encodeOrder) }),
	...(tasks && { tasks: encodeList(tasks, encodeTask) }),
	...(shipmentsFrom !== undefined && { shipmentsFrom }),
});

/** A copy that may be changed. Without state, and for one of another version, nothing is known. */
export const decodeState = (state: StoredState | undefined): Knowledge =>
	state?.version === STATE_VERSION
		? {
				...(state.orders && { orders: decodeList(state.orders, decodeOrder) }),
				...(state.tasks && { tasks: decodeList(state.tasks, decodeTask) }),
				...(state.shipmentsFrom !== undefined && { shipmentsFrom: state.shipmentsFrom }),
			}
		: {};
