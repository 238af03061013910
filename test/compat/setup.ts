import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage, packPackage, type PackedPackage } from '../../scripts/n8n/package.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		packed: PackedPackage;
	}
}

/** Builds and packs the package once for all versions of n8n. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-packed-'));
	await buildPackage();
	project.provide('packed', await packPackage(folder));
	return async () => await rm(folder, { recursive: true, force: true });
}
