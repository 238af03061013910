// Places one order under its external ID, whatever becomes of its requests. Most of its errors and warnings are in
// existingOrder.ts.

import { UserError, type IDataObject } from 'n8n-workflow';

import {
	externalIdReference,
	findOrder,
	isWholeOrder,
	readUntil,
	type OrderReference,
} from '../../api/order';
import { checkExternalId, ORDER_LIST } from '../../api/paths';
import type { OperationCall } from '../../execution/operation';
import type { ApiClient } from '../../transport/client';
import { ServiceError, unwrap, type Result } from '../../transport/errors/serviceError';
import { whyUnread } from '../change/makeChange';
import {
	comparisonOf,
	type Compared,
	type ComposedOrder,
	type FoundBefore,
	type PlacedOrder,
} from '../composedOrder';
import type { IfExists } from '../fields';
import {
	contentRefusal,
	existsAlready,
	judgeExisting,
	placedOtherwise,
	productionWarnings,
	saysTaken,
	uncompared,
	unexplainedRefusal,
} from './existingOrder';
import { createdOrder, isComplete, otherProducts, unshownParts } from './shownOrder';

/** What is to be placed, and what its source knows about it. */
interface OrderToPlace extends Pick<
	ComposedOrder,
	'labelOf' | 'compare' | 'refuseExisting' | 'explainRefusal' | 'isEnteredByHand'
> {
	/** Order as the service takes it (spec section 4, POST /api/orders). */
	body: IDataObject & { externalId: string };
}

interface CreateOptions {
	/** 'returnExisting' compares what is sent with the order that exists; 'error' refuses in any case. */
	ifExists: IfExists;
	/** What was found before. Nothing is sent where that is an order. */
	before?: FoundBefore;
}

/** Status of the answer to a request that created something (spec section 7). */
const CREATED = 201;

const isRead = (read: Result<IDataObject | undefined>): read is IDataObject =>
	read !== undefined && !(read instanceof ServiceError);

const SHOWS_TOO_LITTLE =
	'The service does not show its items, address and shipping, so it cannot be compared with what was sent, and is not confirmed.';

/**
 * Creates an order under its external ID, whatever becomes of requests and responses: at most one order exists under it
 * afterwards. A second time with the same content returns the existing order. To be called by {@link exclusivelyOn}.
 *
 * @throws UserError when an order with this external ID exists and must not be, or cannot be, returned
 * @throws ServiceError when the order was refused; also when it may have been placed, and then its description says so
 */
export async function createOnce(
	{ client }: Pick<OperationCall, 'client'>,
	composed: OrderToPlace,
	options: CreateOptions,
): Promise<PlacedOrder> {
	return await new Creation(client, composed, options).run();
}

/** One order on its way. */
class Creation {
	private readonly externalId: string;

	private readonly order: OrderReference;

	private readonly client: ApiClient;

	private readonly composed: OrderToPlace;

	private readonly options: CreateOptions;

	/** Whether a look found no order before the request that was answered: then one that is found was placed by this run. */
	private wasMissing = false;

	constructor(client: ApiClient, composed: OrderToPlace, options: CreateOptions) {
		this.client = client;
		this.composed = composed;
		this.options = options;
		this.externalId = composed.body.externalId;
		this.order = externalIdReference(this.externalId);
	}

	async run(): Promise<PlacedOrder> {
		const { client, composed } = this;
		const { ifExists, before } = this.options;
		client.write.begin(this.order.subject);
		// It is known to be placed: sent again, it would be refused as a second one.
		if (client.write.wasMadeByEarlierTry) {
			client.write.onMade();
			return await this.created(undefined);
		}
		// What an earlier try made, found, or may have made is looked for first: of a second POST only the service could tell
		// that it is one.
		const { isInDoubt, wasSettledByEarlierTry } = client.write;
		if (before || ifExists === 'error' || isInDoubt || wasSettledByEarlierTry) {
			const look = async () => await (isInDoubt ? this.findPatiently() : this.find());
			const existing = before ? before.found : unwrap(await look());
			if (existing) {
				// What an earlier try sent may have been done although it was refused: a gateway may have refused the answer.
				return isInDoubt || (client.write.wasSent && !wasSettledByEarlierTry)
					? await this.possiblyPlaced(existing, false)
					: await this.existing(existing);
			}
			this.wasMissing = true;
		}
		/** What the last look after a lost response found. */
		let found: Result<IDataObject | undefined>;
		const result = await client.send({
			method: 'POST',
			path: ORDER_LIST.path,
			body: composed.body,
			subject: this.order.subject,
			// A 404 to a reprint may be about its original order.
			isList: composed.body.actions === undefined,
			ifNotFound: checkExternalId,
			fieldLabel: composed.labelOf,
			retrySafety: 'afterAsking',
			wasMade: async () => {
				found = await this.find();
				if (found instanceof ServiceError) return undefined;
				this.wasMissing ||= found === undefined;
				return found !== undefined;
			},
		});
		if (!(result instanceof ServiceError)) {
			return result.status === CREATED
				? await this.created(result.body)
				: await this.accepted(result.body);
		}
		if (!client.write.isInDoubt) return await this.refused(result);
		found ??= await this.findPatiently();
		if (!isRead(found)) throw unexplainedRefusal(result, this.order.subject, found, true);
		// A page with a success has no status: as after any success but 201, the order may have been there before.
		const mayBeOlder = result.isPage && result.status === 0;
		return await this.possiblyPlaced(found, mayBeOlder && !this.wasMissing);
	}

	private async find(): Promise<Result<IDataObject | undefined>> {
		return await findOrder(this.client, this.order);
	}

	private async findPatiently(): Promise<Result<IDataObject | undefined>> {
		const isFound = (found: unknown): boolean => found !== undefined;
		return await readUntil(this.client, async () => await this.find(), isFound);
	}

	/** After a 201: this request created the order, whatever the response shows of it. Only other products are refused. */
	private async created(body: unknown): Promise<PlacedOrder> {
		const { externalId } = this;
		const shown = createdOrder(body, externalId);
		if (shown) this.refuseOtherProducts(shown);
		if (shown && isComplete(shown)) return this.placed(shown);
		const read = await this.findPatiently();
		if (!isRead(read)) return this.placed({ externalId, ...shown }, whyUnread(read));
		this.refuseOtherProducts(read);
		return this.placed(read);
	}

	private refuseOtherProducts(order: IDataObject): void {
		const differences = otherProducts(this.composed.body, order);
		if (differences.length > 0) {
			throw placedOtherwise(this.externalId, differences, this.composed.labelOf);
		}
	}

	/** @param unread why the order could not be read, where only what the response shows is known of it */
	private placed(order: IDataObject, unread?: string): PlacedOrder {
		const warnings = productionWarnings(order, this.externalId);
		if (unread === undefined) return { order, warnings, existedBefore: false };
		const warning = `The order was placed, but could not be read afterwards. ${unread}`;
		return { order, warnings: [...warnings, warning], existedBefore: false, unread };
	}

	/** After another success than 201, which may be about an order that existed before: in doubt until it is compared. */
	private async accepted(body: unknown): Promise<PlacedOrder> {
		const { write } = this.client;
		const mayHavePlaced = this.wasMissing || write.wasEverInDoubt;
		write.onDoubt();
		const read = await this.findPatiently();
		const found = [read, body].find(
			(order): order is IDataObject => isWholeOrder(order, this.order) && isComplete(order),
		);
		if (found) return await this.possiblyPlaced(found, !mayHavePlaced);
		// That it may have been placed, the note of the write says.
		throw new UserError(
			`Order "${this.externalId}" was accepted, but could not be read afterwards`,
			{ description: isRead(read) ? SHOWS_TOO_LITTLE : whyUnread(read) },
		);
	}

	/** After a refusal that leaves no doubt. An order may exist under the external ID, however the service says so. */
	private async refused(error: ServiceError): Promise<PlacedOrder> {
		if (!error.mayBeConflict) throw error;
		const { explainRefusal } = this.composed;
		const isPatient = saysTaken(error);
		let existing = isPatient && !explainRefusal ? undefined : await this.find();
		if (isPatient && existing === undefined) {
			const certain = await explainRefusal?.(error, true);
			if (certain) throw certain;
			existing = await this.findPatiently();
		}
		if (isRead(existing)) {
			if (!this.wasMissing) return await this.existing(existing);
			// None was there before the request: a gateway may have sent it twice, or refused the answer.
			this.client.write.onDoubt();
			if (this.options.ifExists === 'error') throw existsAlready(this.externalId, false);
			return await this.possiblyPlaced(existing, false);
		}
		const unexplained = unexplainedRefusal(error, this.order.subject, existing, false);
		// Whether the external ID is taken comes first: with another one, a second order would be placed.
		if (unexplained !== error && existing !== undefined) throw unexplained;
		throw (await explainRefusal?.(error, false)) ?? unexplained;
	}

	/** The result for an order that existed before. */
	private async existing(existing: IDataObject): Promise<PlacedOrder> {
		const { externalId } = this;
		const { ifExists } = this.options;
		const verdict = await judgeExisting(this.composed, externalId, existing, ifExists);
		if ('refused' in verdict) throw verdict.refused;
		return 'uncomparable' in verdict
			? uncompared(existing, externalId, verdict.uncomparable)
			: this.returned(existing, verdict, true);
	}

	/**
	 * The result for an order that was found after a request that may have placed it.
	 *
	 * @param existedBefore what counts where it is the order that was sent: nothing else tells the two apart
	 */
	private async possiblyPlaced(found: IDataObject, existedBefore: boolean): Promise<PlacedOrder> {
		const { externalId } = this;
		const comparison = await comparisonOf(this.composed, found);
		// An order that was not compared does not settle whether this one was placed.
		if ('uncomparable' in comparison) {
			throw new UserError(
				`Order "${externalId}" could not be compared with the one that was sent`,
				{ description: comparison.uncomparable },
			);
		}
		const differing = contentRefusal(externalId, found, this.composed, comparison, false);
		if (differing) throw differing;
		this.client.write.onMade();
		return this.returned(found, comparison, existedBefore);
	}

	/** An order that was compared. One that may be older has to be looked at where it shows less than was sent. */
	private returned(
		order: IDataObject,
		{ labelOf, itemLabel }: Compared,
		existedBefore: boolean,
	): PlacedOrder {
		const mayBeOlder = existedBefore || !this.wasMissing;
		const unshown = mayBeOlder ? unshownParts(this.composed.body, order) : [];
		return {
			order,
			warnings: productionWarnings(order, this.externalId),
			existedBefore,
			...(labelOf && { labelOf }),
			...(itemLabel && { itemLabel }),
			...(unshown.length > 0 && {
				toReview: [
					`The service does not show the ${unshown.join(' and ')} of this order, so they could not be compared with what was sent`,
				],
			}),
		};
	}
}
