import { describe, expect, it } from 'vitest';

import { isPickupTitle } from '../../../../nodes/PodFulfilment/order/shop/shippingMethod.ts';

describe('The title or code of a shipping method', () => {
	it.each([
		...['Collect from 198 Watermeyer St', 'Collect in store', 'Collection', 'Store collection'],
		...['Store pickup', 'Pickup in store', 'Pick up', 'Pick-Up (Leeds)', 'Local Pickup', 'pickup'],
		...['Click & Collect', 'Click and collect', 'Customer Collect', 'Collection at the studio'],
		...['Free in-store pickup', 'Curbside Pickup', 'Pick ups'],
		...['wc_pickup_store', 'wcvs_pickup', 'local_pickup_plus:3'],
		// A row of Shipping Mapping says that it ships.
		'FedEx Pickup',
	])('says that the customer picks the order up: %s', (title) => {
		expect(isPickupTitle(title)).toBe(true);
	});

	it.each([
		...['Abholung im Geschäft', 'Retrait en magasin', 'Afhalen', 'Recogida en tienda', '到店自取'],
		...['Ritiro in negozio', 'Odbiór osobisty', 'Hämta i butik', 'Nouto', 'Retirada na loja'],
		...['Will call', 'LocalPickup'],
	])('is not interpreted, as docs/guesses.md says: %s', (title) => {
		expect(isPickupTitle(title)).toBe(false);
	});

	it.each([
		...['Standard', 'Express', 'Flat rate', 'Free shipping', 'DHL Paket', 'Colissimo', 'Correos'],
		...['Collect on delivery', 'Cash on delivery', 'Freight Collect', 'UPS Collect'],
		...['Autumn collection shipping', 'Chronopost', 'Livraison à domicile', 'Versand', 'Bezorging'],
		...['Envío a domicilio', 'Spedizione', 'Kurier InPost', 'Free returns', 'Henthorn Courier'],
		...['UPS Ground', 'Economy', 'Shipping', 'Continental US', 'Нова пошта', 'Entrega', ''],
	])('says nothing of the kind: %s', (title) => {
		expect(isPickupTitle(title)).toBe(false);
	});
});
