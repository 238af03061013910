import type { IDataObject } from 'n8n-workflow';

import type { OperationCall } from '../../../../nodes/PodFulfilment/execution/operation.ts';
import type { ApiClient } from '../../../../nodes/PodFulfilment/transport/client.ts';
import { CatalogService } from '../../api/catalog/catalogService.ts';

/** A catalog of a shirt with a front and a back, and of a mug that is out of stock. */
export const shirtAndMug = (): CatalogService =>
	new CatalogService([
		{
			id: 'p1',
			name: 'Tee',
			variants: [
				{
					id: 'v-shirt',
					sku: 'TEE-M',
					name: 'Tee, blue, M',
					inStock: true,
					placements: [
						{ type: 'back', required: false, technique: 'direct_print' },
						{ type: 'front', required: true, technique: 'direct_print' },
					],
					options: [],
				},
				{
					id: 'v-mug',
					sku: 'MUG',
					name: 'Mug, white',
					inStock: false,
					placements: [{ type: 'main', required: true, technique: 'sublimation' }],
					options: [],
				},
			],
		},
	]);

/** The call of an operation with these parameters; the others have the value that the operation falls back to. */
export const callOf = (client: ApiClient, parameters: IDataObject): OperationCall => ({
	client,
	execution: undefined,
	timeZone: 'UTC',
	parameter: <Value>(name: string, fallback?: Value): Value =>
		(name in parameters ? parameters[name] : fallback) as Value,
	abandonedWrites: async () => await Promise.resolve(new Map()),
	releasePlace: () => undefined,
	note: () => undefined,
	concerns: () => undefined,
	isFixed: () => false,
});
