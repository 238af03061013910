import type { Sandbox } from '../../../sandbox/index.ts';

/** Address of a print file that the sandbox serves, as large as the placement that the variant with this SKU requires. */
export function servedFile({ url, control }: Sandbox, sku: string): string {
	const variant = control.variants().find((one) => one.sku === sku);
	const area = variant?.placements.find(({ required }) => required)?.area;
	if (!area) throw new Error(`No variant with the SKU ${sku} requires a placement`);
	return `${url}/_sandbox/files/motif-${area.width}x${area.height}.png`;
}
