// The operations of the resource Shipment.

import { resourceOperations } from '../../execution/defineOperation';
import { getAll } from './getAll';

export const shipmentOperations = resourceOperations('shipment', 'getAll', [getAll]);
