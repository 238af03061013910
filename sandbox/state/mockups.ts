import type { Catalog } from '../catalog/catalog.ts';
import type { MockupTaskStatus } from '../facts.ts';
import type { MockupTask, VariantMockups } from './model.ts';

export type MockupTaskResult = Pick<MockupTask, 'failureReasons' | 'catalogVariantMockups'>;

/** Creates what a task has in a status: images when completed, reasons when failed. */
export function mockupTaskResult(
	status: MockupTaskStatus,
	variantIds: readonly string[],
	catalog: Catalog,
): MockupTaskResult {
	return {
		failureReasons: status === 'failed' ? ['The print file of the mockup could not be read.'] : [],
		catalogVariantMockups:
			status === 'completed' ? variantIds.map((id) => mockupsOf(id, catalog)) : [],
	};
}

/** The number of images of a task; each costs one credit. */
export const imageCount = (task: MockupTask): number =>
	task.catalogVariantMockups.reduce((count, { mockups }) => count + mockups.length, 0);

/** One image for each required placement of the variant. */
function mockupsOf(catalogVariantId: string, catalog: Catalog): VariantMockups {
	const variant = catalog.variant(catalogVariantId);
	if (!variant) throw new Error(`There is no catalog variant ${catalogVariantId}`);
	return {
		catalogVariantId,
		mockups: variant.placements
			.filter((placement) => placement.required)
			.map(({ type, technique }) => ({
				mockupUrl: `${catalog.baseUrl}/_sandbox/images/mockup/${catalogVariantId}-${type}.svg`,
				placement: type,
				technique,
				displayName: `${variant.name}, ${type.replaceAll('_', ' ')}`,
			})),
	};
}
