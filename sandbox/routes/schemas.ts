/** Schemas of paths and queries that several routes share. */

export const idSchema = {
	params: {
		type: 'object',
		required: ['id'],
		properties: { id: { type: 'string' } },
	},
};

/** Paging and the filters a collection offers; parameters the service does not know are ignored. */
export const collectionQuerySchema = (...filters: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(
		['page', 'itemsPerPage', ...filters].map((name) => [name, { type: 'string' }]),
	),
});
