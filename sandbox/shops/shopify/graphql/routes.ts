import type { FastifyInstance } from 'fastify';
import type { ShopifyShop } from '../shop.ts';
import { GraphqlError } from './errors.ts';
import { execute, type Values } from './execute.ts';
import { mutationRoot } from './mutations.ts';
import { parseOperation } from './parse.ts';
import { queryRoot } from './queries.ts';
import type { Refusals } from './refusals.ts';

const BODY = {
	type: 'object',
	required: ['query'],
	properties: { query: { type: 'string' }, variables: { type: ['object', 'null'] } },
};

interface GraphqlRouteOptions {
	shop: ShopifyShop;
	shopDomain: string;
	refusals: Refusals;
}

/** The GraphQL Admin API. What is wrong with a request is answered 200, with `errors` in place of `data`. */
export async function graphqlRoutes(
	api: FastifyInstance,
	{ shop, shopDomain, refusals }: GraphqlRouteOptions,
): Promise<void> {
	const roots = {
		query: queryRoot(shop, shopDomain),
		mutation: mutationRoot(shop, refusals),
	};
	api.post<{ Body: { query: string; variables?: Values | null } }>(
		'/graphql.json',
		{ schema: { body: BODY } },
		async ({ body }) => {
			try {
				const operation = parseOperation(body.query);
				return { data: execute(operation, roots[operation.kind], body.variables ?? {}) };
			} catch (thrown) {
				if (thrown instanceof GraphqlError) return { errors: [{ message: thrown.message }] };
				throw thrown;
			}
		},
	);
}
