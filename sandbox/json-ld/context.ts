/** Adds the JSON-LD context to an entity that is the whole response. */
export const withContext = (view: Record<string, unknown>): Record<string, unknown> => ({
	'@context': `/api/contexts/${String(view['@type'])}`,
	...view,
});
