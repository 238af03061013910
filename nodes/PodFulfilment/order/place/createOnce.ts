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
import { millisecondsOf } from '../../input/timestamp';
import { ServiceError, unwrap, type Result } from '../../transport/errors/serviceError';
import type { ServiceResponse } from '../../transport/types';
import type { EarlyLook, IfExists, OrderSource, PlacedOrder } from '../composedOrder';
import {
	existsAlready,
	otherContent,
	otherProducts,
	productionWarnings,
	unexplainedConflict,
} from './existingOrder';

interface CreateOptions extends Pick<OrderSource, 'explainRefusal' | 'fieldLabel'> {
	/** 'returnExisting' compares what is sent with the order that exists; 'error' refuses in any case. */
	ifExists: IfExists;
	/** What was found before. Nothing is sent where that is an order. */
	look?: EarlyLook;
	/** Where an existing order differs from what is sent; by default the content is compared. */
	differencesTo?: (existing: IDataObject) => Difference[] | Promise<Difference[]>;
	/** What differences mean to the user, and what to do about them. */
	explainDifferences?: (existing: IDataObject, differences: Difference[]) => string[];
}

type Call = Pick<OperationCall, 'client'>;

/** Statuses with which the service may refuse an external ID that is taken; spec section 7 does not say which it is. */
const MAY_MEAN_TAKEN = [400, 409, 422];

/** An order that is older than this was not placed just now, even if clocks differ a little. */
const NEW_FOR_MS = 120_000;

/** Whether the words of a refusal are about the external ID; only decides how patiently the order is looked for. */
const saysTaken = ({ status, violations }: ServiceError): boolean =>
	status === 409 ||
	violations.some(({ propertyPath }) => /external_?id/i.test(propertyPath) || propertyPath === '');

/**
 * Whether an order existed before it was sent. The service's own clock counts where it tells the time.
 *
 * @param isClockTrusted whether the clock of n8n counts where the service does not tell the time
 */
function isOlder(
	order: IDataObject,
	{ headers, sentAtMs }: ServiceResponse,
	isClockTrusted: boolean,
): boolean {
	const answeredAtMs = Date.parse(headers.date ?? '') || (isClockTrusted ? sentAtMs : Number.NaN);
	return answeredAtMs - (millisecondsOf(order.createdAt) ?? Number.NaN) > NEW_FOR_MS;
}

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
	return await new Creation(call, body, options).run();
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
		if (found === undefined || found instanceof ServiceError) throw result;
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
		write.onQuestioned();
		const { body } = response;
		const isComparable = (order: IDataObject): boolean =>
			order.recipient !== undefined && order.shipping !== undefined;
		const found =
			isWholeOrder(body, this.order) && (response.status !== 200 || isComparable(body))
				? body
				: await this.findPatiently();
		if (found === undefined || found instanceof ServiceError) {
			const why = found ? `${found.message}. ${found.description}` : 'It cannot be found yet.';
			// That it may have been placed, the note of the write says.
			throw new UserError(`Order "${externalId}" was accepted, but could not be read afterwards`, {
				description: why,
			});
		}
		// With 200 instead of 201 the service may return an order that existed before.
		// A look has found nothing before, which a wrong clock must not overrule.
		const isClockTrusted = this.options.ifExists !== 'error';
		if (response.status === 200 && isOlder(found, response, isClockTrusted)) {
			if (!wasInDoubt) write.onRefuted();
			const existing = await this.existing(found, !wasInDoubt);
			write.onMade();
			return existing;
		}
		const differences = await this.contradictions(found, response);
		if (differences.length > 0) {
			throw otherContent(externalId, differences, this.options.fieldLabel, false);
		}
		write.onMade();
		return {
			order: found,
			warnings: productionWarnings(found, externalId),
			existedBefore: false,
		};
	}

	/**
	 * What shows that the order of a success is another one than the order that was sent. With 200 it may be, so all of it
	 * is compared. With 201 it is new, in the service's words, and the service may write its texts in any way: as long as
	 * the service's own clock does not say otherwise, only the products are compared.
	 */
	private async contradictions(
		found: IDataObject,
		response: ServiceResponse,
	): Promise<Difference[]> {
		return response.status === 200 || isOlder(found, response, false)
			? await this.differences(found)
			: otherProducts(this.body, found);
	}

	/** After a refusal that leaves no doubt. An order may exist under the external ID, however the service says so. */
	private async refused(error: ServiceError): Promise<PlacedOrder> {
		if (!MAY_MEAN_TAKEN.includes(error.status)) throw error;
		const existing = await (saysTaken(error) ? this.findPatiently() : this.find());
		if (existing !== undefined && !(existing instanceof ServiceError)) {
			return await this.existing(existing, true);
		}
		const explained = await this.options.explainRefusal?.(error);
		if (explained) throw explained;
		throw error.status === 409 ? unexplainedConflict(error, this.order.subject, existing) : error;
	}

	/**
	 * The result for an order that already exists.
	 *
	 * @param existedBefore whether it is certain that it was not placed just now
	 */
	private async existing(existing: IDataObject, existedBefore: boolean): Promise<PlacedOrder> {
		const { externalId } = this.body;
		const { ifExists, fieldLabel } = this.options;
		if (existedBefore && ifExists === 'error') throw existsAlready(externalId);
		const differences = await this.differences(existing);
		if (differences.length > 0) {
			const explained = this.options.explainDifferences?.(existing, differences);
			throw otherContent(externalId, differences, fieldLabel, existedBefore, explained);
		}
		if (!existedBefore) this.call.client.write.onMade();
		return {
			order: existing,
			warnings: productionWarnings(existing, externalId),
			existedBefore,
		};
	}

	private async differences(existing: IDataObject): Promise<Difference[]> {
		const { differencesTo = (order: IDataObject) => differencesOf(this.body, order) } =
			this.options;
		return await differencesTo(existing);
	}
}
