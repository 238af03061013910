import { UserError, type IDataObject } from 'n8n-workflow';

import { differencesOf, type Difference } from '../../api/difference';
import {
	externalIdReference,
	findOrder,
	isWholeOrder,
	readUntil,
	type OrderReference,
} from '../../api/order';
import type { OperationCall } from '../../execution/operation';
import { ServiceError, unwrap, type Result } from '../../transport/errors/serviceError';
import { sharedInRun } from '../../transport/sharedInRun';
import type { ServiceResponse } from '../../transport/types';
import type { EarlyLook, IfExists, OrderSource, PlacedOrder } from '../composedOrder';
import {
	hasTime,
	isComparable,
	isOlder,
	isWholeContent,
	isYoung,
	showsProducts,
	unshownParts,
	wasMadeByRequest,
} from './acceptedOrder';
import {
	existsAlready,
	notCompared,
	otherContent,
	otherProducts,
	productionWarnings,
	uncompared,
} from './existingOrder';
import { isAboutExternalId, mayMeanTaken, saysTaken, unexplainedConflict } from './takenExternalId';

interface CreateOptions extends Pick<
	OrderSource,
	'explainRefusal' | 'fieldLabel' | 'refuseExisting'
> {
	/** 'returnExisting' compares what is sent with the order that exists; 'error' refuses in any case. */
	ifExists: IfExists;
	/** What was found before. Nothing is sent where that is an order. */
	look?: EarlyLook;
	/** Where an existing order differs from what is sent, or why they cannot be compared; by default the content is compared. */
	differencesTo?: (existing: IDataObject) => Difference[] | string | Promise<Difference[] | string>;
	/** What differences mean to the user, and what to do about them. */
	explainDifferences?: (existing: IDataObject, differences: Difference[]) => string[];
}

type Call = Pick<OperationCall, 'client'>;

/** IDs of the orders that the items of a run were given: what a later item is given again is not new. */
const ordersOfRun = sharedInRun(() => new Set<unknown>());

/**
 * Creates an order under its external ID, whatever becomes of requests and responses: at most one order exists under it
 * afterwards. A second time with the same content returns the existing order. To be called by {@link exclusivelyOn}.
 *
 * @param body Order as the service takes it (spec section 4, POST /api/orders)
 * @throws UserError when an order with this external ID exists and must not be, or cannot be, returned
 * @throws ServiceError when the order was refused; also when it may have been placed, and then its description says so
 */
export async function createOnce(
	call: Call,
	body: IDataObject & { externalId: string },
	options: CreateOptions,
): Promise<PlacedOrder> {
	const placed = await new Creation(call, body, options).run();
	ordersOfRun(call.client).add(placed.order.id);
	return placed;
}

/** One order on its way. */
class Creation {
	private readonly order: OrderReference;

	private readonly call: Call;

	private readonly body: IDataObject & { externalId: string };

	private readonly options: CreateOptions;

	constructor(call: Call, body: IDataObject & { externalId: string }, options: CreateOptions) {
		this.call = call;
		this.body = body;
		this.options = options;
		this.order = externalIdReference(body.externalId);
	}

	async run(): Promise<PlacedOrder> {
		const { client } = this.call;
		const { ifExists, fieldLabel, look } = this.options;
		client.write.announce(this.order.subject);
		if (look || ifExists === 'error') {
			const existing = look ? look.found : unwrap(await this.find());
			if (existing) return await this.existing(existing, !client.write.isInDoubt);
		}
		/** What the last look after a lost response found. */
		let found: Result<IDataObject | undefined>;
		const result = await client.send({
			method: 'POST',
			path: '/api/orders',
			body: this.body,
			subject: this.order.subject,
			fieldLabel,
			retrySafety: 'afterLook',
			look: async () => {
				found = await this.find();
				return found instanceof ServiceError ? undefined : found !== undefined;
			},
		});
		if (!(result instanceof ServiceError)) return await this.placed(result);
		if (!client.write.isInDoubt) return await this.refused(result);
		found ??= await this.findPatiently();
		if (found === undefined || found instanceof ServiceError) {
			throw this.unexplained(result, found, true);
		}
		return await this.existing(found, false);
	}

	private async find(): Promise<Result<IDataObject | undefined>> {
		return await findOrder(this.call.client, this.order);
	}

	private async findPatiently(): Promise<Result<IDataObject | undefined>> {
		return await readUntil(
			this.call.client,
			async () => await this.find(),
			(found) => found !== undefined,
		);
	}

	/** After a success. It may hold an order that existed before, so nothing counts as placed until the order was seen. */
	private async placed(response: ServiceResponse): Promise<PlacedOrder> {
		const { externalId } = this.body;
		const { write } = this.call.client;
		const { wasInDoubt } = write;
		const answeredAtMs = Date.now();
		write.onQuestioned();
		const isOfRun = ({ id }: IDataObject): boolean => ordersOfRun(this.call.client).has(id);
		const isNew = (order: IDataObject): boolean =>
			response.status === 201 && !isOfRun(order) && wasMadeByRequest(order, response, answeredAtMs);
		const found = await this.accepted(response, isNew);
		// That it was created, or that a look found nothing before, a wrong clock of n8n must not overrule.
		const needsServiceTime = response.status === 201 || this.options.ifExists === 'error';
		const existed = isOfRun(found) || isOlder(found, response, needsServiceTime);
		// With 200 instead of 201 the service may return an order that existed before.
		if (existed && (response.status !== 201 || isOfRun(found))) {
			if (!wasInDoubt) write.onRefuted();
			const existing = await this.existing(found, !wasInDoubt);
			write.onMade();
			return existing;
		}
		const differences = await this.contradictions(found, isNew(found));
		if (differences.length > 0) {
			throw otherContent(externalId, differences, this.options.fieldLabel, false);
		}
		write.onMade();
		return this.result(found, existed, isNew(found));
	}

	/** @param isNew whether it is certain that the service made it of the request */
	private result(order: IDataObject, existedBefore: boolean, isNew = false): PlacedOrder {
		const unshown = isNew || isYoung(order) ? [] : unshownParts(this.body, order);
		return {
			order,
			warnings: productionWarnings(order, this.body.externalId),
			existedBefore,
			...(unshown.length > 0 && {
				toReview: [
					`The service does not show the ${unshown.join(' and ')} of this order, so they could not be compared with what was sent`,
				],
			}),
		};
	}

	/**
	 * What shows that the order of a success is another one than the order that was sent. A new one is what the service made
	 * of the request, and the service may write its texts in any way: only its products are compared.
	 */
	private async contradictions(found: IDataObject, isNew: boolean): Promise<Difference[]> {
		const differences = isNew ? otherProducts(this.body, found) : await this.differences(found);
		if (typeof differences === 'string') throw notCompared(this.body.externalId, differences);
		return differences;
	}

	/**
	 * The order of a success: from the response where that shows enough of it to be compared with what was sent, else read.
	 *
	 * @param isNew whether an order is certain to be new: then only its products are compared
	 * @throws UserError when it cannot be read, or cannot be compared
	 */
	private async accepted(
		response: ServiceResponse,
		isNew: (order: IDataObject) => boolean,
	): Promise<IDataObject> {
		const { body, status } = response;
		const shown = isWholeOrder(body, this.order) ? body : undefined;
		const isDated = status !== 201 || (shown !== undefined && hasTime(shown));
		if (
			shown !== undefined &&
			isDated &&
			(isNew(shown) ? showsProducts(this.body, shown) : isWholeContent(this.body, shown))
		) {
			return shown;
		}
		const read = await this.findPatiently();
		const found = [read, shown].find(
			(order): order is IDataObject =>
				order !== undefined &&
				!(order instanceof ServiceError) &&
				(isNew(order) ? showsProducts(this.body, order) : isComparable(this.body, order)),
		);
		if (found !== undefined) return found;
		const why =
			read === undefined
				? 'It cannot be found yet.'
				: read instanceof ServiceError
					? `${read.message}. ${read.description}`
					: 'The service does not show its items, address and shipping, so it cannot be compared with what was sent, and is not confirmed.';
		// That it may have been placed, the note of the write says.
		throw new UserError(
			`Order "${this.body.externalId}" was accepted, but could not be read afterwards`,
			{ description: why },
		);
	}

	/** After a refusal that leaves no doubt. An order may exist under the external ID, however the service says so. */
	private async refused(error: ServiceError): Promise<PlacedOrder> {
		if (!mayMeanTaken(error)) throw error;
		const { explainRefusal } = this.options;
		const isPatient = saysTaken(error);
		let existing = isPatient && !explainRefusal ? undefined : await this.find();
		if (isPatient && existing === undefined) {
			const certain = await explainRefusal?.(error, true);
			if (certain) throw certain;
			existing = await this.findPatiently();
		}
		if (existing !== undefined && !(existing instanceof ServiceError)) {
			return await this.existing(existing, true);
		}
		const explained = await explainRefusal?.(error, false);
		if (explained) throw explained;
		throw this.unexplained(error, existing, false);
	}

	/**
	 * The error of a refusal that no order explains.
	 *
	 * @param unread why it could not be read whether there is an order; undefined where none was found
	 */
	private unexplained(
		error: ServiceError,
		unread: ServiceError | undefined,
		isInDoubt: boolean,
	): ServiceError {
		// A 400 need not say what it is about: what could not be read does not exclude that the external ID is taken.
		const isTaken = isAboutExternalId(error) || (error.status === 400 && unread !== undefined);
		return isTaken ? unexplainedConflict(error, this.order.subject, unread, isInDoubt) : error;
	}

	/**
	 * The result for an order that already exists.
	 *
	 * @param existedBefore whether it is certain that it was not placed just now
	 */
	private async existing(existing: IDataObject, existedBefore: boolean): Promise<PlacedOrder> {
		const { externalId } = this.body;
		const { ifExists, fieldLabel, refuseExisting } = this.options;
		const refused = existedBefore ? refuseExisting?.(existing) : undefined;
		if (refused) throw refused;
		if (existedBefore && ifExists === 'error') throw existsAlready(externalId);
		const differences = await this.differences(existing);
		if (typeof differences === 'string') {
			if (existedBefore) return uncompared(existing, externalId, differences);
			// An order that was not compared does not settle whether this one was placed.
			throw notCompared(externalId, differences);
		}
		if (differences.length > 0) {
			const explained = this.options.explainDifferences?.(existing, differences);
			throw otherContent(externalId, differences, fieldLabel, existedBefore, explained);
		}
		if (!existedBefore) this.call.client.write.onMade();
		return this.result(existing, existedBefore);
	}

	private async differences(existing: IDataObject): Promise<Difference[] | string> {
		const { differencesTo = (order: IDataObject) => differencesOf(this.body, order) } =
			this.options;
		return await differencesTo(existing);
	}
}
