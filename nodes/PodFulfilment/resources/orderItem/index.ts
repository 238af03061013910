import { resourceProperties } from '../resource';
import { update } from './update';

export const orderItemProperties = resourceProperties('orderItem', 'update', [update]);
