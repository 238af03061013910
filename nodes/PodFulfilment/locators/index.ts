export { searchMockupTasks } from './mockupTask';
export { searchOrders } from './order';
export { searchOrderItems } from './orderItem';
export { searchProducts } from './product';
export { searchVariants, searchVariantsOfProduct } from './variant';
export {
	searchOptionIds,
	searchOptionValues,
	searchPlacementTypes,
	searchTechniques,
} from './variantChoices';
