import { fileURLToPath } from 'node:url';

/** Folder of the package: for tests, the files that npm would publish, see build.ts; for scripts, the last build. */
export const packageFolder: string = process.env.VITEST
	? (await import('vitest')).inject('packageFolder')
	: fileURLToPath(new URL('../../..', import.meta.url));
