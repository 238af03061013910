import { buildPackage } from '../../scripts/n8n/package.ts';

/** Each test file installs the built package into an n8n of its own. */
export default async function setup(): Promise<void> {
	await buildPackage();
}
