/** An entity that is the whole answer also names its JSON-LD context. */
export const withContext = (view: Record<string, unknown>): Record<string, unknown> => ({
	'@context': `/api/contexts/${String(view['@type'])}`,
	...view,
});
