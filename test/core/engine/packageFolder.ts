import { fileURLToPath } from 'node:url';

/** The package that tests load is what npm would publish, see build.ts; scripts take what was built last. */
export const packageFolder: string = process.env.VITEST
	? (await import('vitest')).inject('packageFolder')
	: fileURLToPath(new URL('../../..', import.meta.url));
