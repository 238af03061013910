import type { IDataObject } from 'n8n-workflow';

import type { ListReading } from './progress';

/** What one poll read. What could not be read, or was not asked for, is absent. */
export interface Readings {
	orders?: ListReading;
	tasks?: ListReading;
	/** All shipments of an order among {@link Readings.orders}, by the key of its ID. */
	shipments: Map<string, IDataObject[]>;
	/** After which order the reading of shipments goes on. */
	lastShipments?: string;
}
