import { resourceOperations } from '../resource';
import { update } from './update';

export const orderItemOperations = resourceOperations('orderItem', 'update', [update]);
