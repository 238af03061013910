import { guarded } from './guarded';
import * as mockupTask from './mockupTask';
import * as order from './order';
import * as orderItem from './orderItem';
import * as product from './product';
import * as variant from './variant';
import * as choices from './variantChoices';

// The lists by the names under which the parameters refer to them.
export const searchMockupTasks = guarded(mockupTask.searchMockupTasks);
export const searchOrders = guarded(order.searchOrders);
export const searchOrderItems = guarded(orderItem.searchOrderItems);
export const searchProducts = guarded(product.searchProducts);
export const searchVariants = guarded(variant.searchVariants);
export const searchVariantsOfProduct = guarded(variant.searchVariantsOfProduct);
export const searchOptionIds = guarded(choices.searchOptionIds);
export const searchOptionValues = guarded(choices.searchOptionValues);
export const searchPlacementTypes = guarded(choices.searchPlacementTypes);
export const searchTechniques = guarded(choices.searchTechniques);
