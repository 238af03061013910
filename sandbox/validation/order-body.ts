import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyRequest } from 'fastify';
import { InvalidBody } from '../plugins/problems.ts';
import type { Order } from '../state/model.ts';
import type { ValidItemBody, ValidOrderBody } from '../state/compose.ts';
import { isObject, itemViolations } from './rules.ts';
import { orderItemSchema, orderSchema, reprintSchema } from './schemas.ts';
import { violation, type Violation, violationsOfSchema } from './violations.ts';

/**
 * Checks an order as a whole: schema, catalog and uniqueness, all violations at once.
 * @param changing the order itself, when it is being changed
 * @throws InvalidBody
 */
export function checkOrder(
	request: FastifyRequest,
	body: Record<string, unknown>,
	changing?: Order,
): ValidOrderBody {
	const found = [
		...bySchema(request, isReprint(body) ? reprintSchema : orderSchema, body),
		...externalIdViolations(request, body, changing),
		...itemsViolations(request, body),
	];
	if (found.length > 0) throw new InvalidBody(found);
	// The schemas have proven the shape.
	return body as unknown as ValidOrderBody;
}

/** As checkOrder, for an item of its own: property paths begin at the item. */
export function checkItem(request: FastifyRequest, body: Record<string, unknown>): ValidItemBody {
	const found = [
		...bySchema(request, orderItemSchema, body),
		...itemViolations(body, '', request.service.catalog),
	];
	if (found.length > 0) throw new InvalidBody(found);
	return body as unknown as ValidItemBody;
}

export const isReprint = (body: Record<string, unknown>): boolean =>
	body.actions !== undefined &&
	body.actions !== null &&
	!(Array.isArray(body.actions) && body.actions.length === 0);

function bySchema(request: FastifyRequest, schema: object, body: unknown): Violation[] {
	const validate = (request.getValidationFunction(schema) ??
		request.compileValidationSchema(schema)) as ValidateFunction;
	return validate(body) ? [] : violationsOfSchema(validate.errors as ErrorObject[]);
}

function externalIdViolations(
	{ service, account }: FastifyRequest,
	{ externalId }: Record<string, unknown>,
	changing?: Order,
): Violation[] {
	if (typeof externalId !== 'string') return [];
	const taken = service.orders.withExternalId(account, externalId);
	if (!taken || taken === changing) return [];
	return [violation('notUnique', 'externalId', 'This value is already used.')];
}

function itemsViolations(
	{ service }: FastifyRequest,
	{ orderItems }: Record<string, unknown>,
): Violation[] {
	if (!Array.isArray(orderItems)) return [];
	return orderItems.flatMap((item: unknown, index) =>
		isObject(item) ? itemViolations(item, `orderItems[${index}]`, service.catalog) : [],
	);
}
