import type { FastifyInstance } from 'fastify';
import { executeSync, GraphQLError, parse, validate } from 'graphql';
import type { ShopifyShop } from '../shop.ts';
import { mutationRoot } from './mutations.ts';
import { queryRoot } from './queries.ts';
import type { Refusals } from './refusals.ts';
import { schema } from './schema.ts';

const BODY = {
	type: 'object',
	required: ['query'],
	properties: { query: { type: 'string' }, variables: { type: ['object', 'null'] } },
};

interface Request {
	query: string;
	variables?: Record<string, unknown> | null;
}

/** More are nested too deeply, or ask for too much. */
const MAXIMUM_TOKENS = 2000;

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
	const rootValue = { ...queryRoot(shop, shopDomain), ...mutationRoot(shop, refusals) };
	const answer = ({ query, variables: variableValues }: Request) => {
		const document = parse(query, { maxTokens: MAXIMUM_TOKENS });
		const [invalid] = validate(schema, document);
		if (invalid) throw invalid;
		const { data, errors = [] } = executeSync({ schema, document, rootValue, variableValues });
		for (const error of errors) {
			const { originalError = error } = error;
			// What is no GraphQLError is a fault of the double.
			throw originalError instanceof GraphQLError ? error : originalError;
		}
		return { data };
	};
	api.post<{ Body: Request }>('/graphql.json', { schema: { body: BODY } }, async ({ body }) => {
		try {
			return answer(body);
		} catch (thrown) {
			if (thrown instanceof GraphQLError) return { errors: [{ message: thrown.message }] };
			throw thrown;
		}
	});
}
