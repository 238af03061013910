/** Path and query schemas that several routes share. */

export const idSchema = {
	params: {
		type: 'object',
		required: ['id'],
		properties: { id: { type: 'string' } },
	},
};

/** Paging, and the filters of a collection. Unknown parameters are ignored. */
export const collectionQuerySchema = (...filters: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(
		['page', 'itemsPerPage', ...filters].map((name) => [name, { type: 'string' }]),
	),
});
