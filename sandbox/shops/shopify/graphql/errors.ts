/** A request that is no valid GraphQL, or does not fit the schema: none of it is carried out. */
export class GraphqlError extends Error {}
