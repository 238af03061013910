import type { ValidateFunction } from 'ajv';
import type { Catalog } from '../catalog/catalog.ts';
import type { Order } from '../state/model.ts';
import type { ValidItemBody, ValidOrderBody } from '../state/new-order.ts';
import type { OrderStore } from '../state/orders.ts';
import { ajv } from './ajv.ts';
import { isObject, itemViolations } from './rules.ts';
import { orderItemSchema, orderSchema, reprintSchema } from './schemas.ts';
import { InvalidBody, violation, type Violation, violationsOfSchema } from './violations.ts';

const matchesOrder = ajv.compile(orderSchema);
const matchesReprint = ajv.compile(reprintSchema);
const matchesItem = ajv.compile(orderItemSchema);

/** Validates order bodies against schemas, catalog and existing orders; reports all violations. */
export class OrderBodyValidator {
	private readonly orders: OrderStore;
	private readonly catalog: Catalog;

	constructor(orders: OrderStore, catalog: Catalog) {
		this.orders = orders;
		this.catalog = catalog;
	}

	/**
	 * Validates a whole order.
	 * @param existing the order being changed, which may keep its own external id
	 * @throws InvalidBody
	 */
	validateOrder(
		accountId: string,
		body: Record<string, unknown>,
		existing?: Order,
	): ValidOrderBody {
		throwIfAny([
			...schemaViolations(isReprint(body) ? matchesReprint : matchesOrder, body),
			...this.externalIdViolations(accountId, body.externalId, existing),
			...this.itemsViolations(body.orderItems),
		]);
		// The schemas have proven the shape.
		return body as unknown as ValidOrderBody;
	}

	/**
	 * Validates one item; property paths are relative to the item.
	 * @throws InvalidBody
	 */
	validateItem(body: Record<string, unknown>): ValidItemBody {
		throwIfAny([...schemaViolations(matchesItem, body), ...itemViolations(body, '', this.catalog)]);
		return body as unknown as ValidItemBody;
	}

	private externalIdViolations(
		accountId: string,
		externalId: unknown,
		existing: Order | undefined,
	): Violation[] {
		if (typeof externalId !== 'string') return [];
		const taken = this.orders.withExternalId(accountId, externalId);
		if (!taken || taken === existing) return [];
		return [violation('notUnique', 'externalId', 'This value is already used.')];
	}

	private itemsViolations(orderItems: unknown): Violation[] {
		if (!Array.isArray(orderItems)) return [];
		return orderItems.flatMap((item: unknown, index) =>
			isObject(item) ? itemViolations(item, `orderItems[${index}]`, this.catalog) : [],
		);
	}
}

/** Whether the body orders a reprint: it has at least one action. */
export const isReprint = (body: Record<string, unknown>): boolean =>
	body.actions !== undefined &&
	body.actions !== null &&
	!(Array.isArray(body.actions) && body.actions.length === 0);

const schemaViolations = (matches: ValidateFunction, body: unknown): Violation[] =>
	matches(body) ? [] : violationsOfSchema(matches.errors ?? []);

function throwIfAny(violations: Violation[]): void {
	if (violations.length > 0) throw new InvalidBody(violations);
}
