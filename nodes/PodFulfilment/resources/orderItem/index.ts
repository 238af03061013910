// The operations of the resource Order Item.

import { resourceOperations } from '../../execution/defineOperation';
import { update } from './update';

export const orderItemOperations = resourceOperations('orderItem', 'update', [update]);
