// The operations of the resource Order Item.

import { resourceOperations } from '../../execution/resourceOperations';
import { update } from './update';

export const orderItemOperations = resourceOperations('orderItem', 'update', [update]);
