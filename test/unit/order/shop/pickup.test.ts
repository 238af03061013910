import { describe, expect, it } from 'vitest';

import { isPickupTitle } from '../../../../nodes/PodFulfilment/order/shop/pickup.ts';

describe('The title or code of a shipping method', () => {
	it.each([
		...['Collect from 198 Watermeyer St', 'Collect in store', 'Collection', 'Store collection'],
		...['Store pickup', 'Pickup in store', 'Pick up', 'Pick-Up (Leeds)', 'Local Pickup', 'pickup'],
		...['Click & Collect', 'Click and collect', 'Customer Collect'],
		...['Free in-store pickup', 'Will call', 'Curbside Pickup', 'LocalPickup'],
		...['wc_pickup_store', 'wcvs_pickup', 'local_pickup_plus:3'],
		...['Abholung im Geschäft', 'Selbstabholer', 'Kostenlose Abholung', 'abholen'],
		...['Retrait en magasin', 'Cueillette au magasin', 'Retirer en boutique', 'Click et collecte'],
		...['Cliquez et collectez', 'Cliquez & ramassez'],
		...['Afhalen', 'Afhaalpunt', 'Zelf ophalen', 'Afhalen in de winkel'],
		...['Recogida en tienda', 'Recoger en tienda', 'Retiro en tienda', 'Recojo en local'],
		...['Ritiro in negozio', 'Ritiro in Sede', 'Area di ritiro', 'Ritirare in sede'],
		...[
			'Retirada na loja',
			'Odbiór osobisty',
			'Odbiór w sklepie',
			'Osobní odběr',
			'Afhentning i butik',
		],
		...['Hämta i butik', 'Hente i butikk', 'Nouto', 'Személyes átvétel', 'Atsiėmimas parduotuvėje'],
		...['门店自提', '到店自取'],
	])('says that the customer picks the order up: %s', (title) => {
		expect(isPickupTitle(title)).toBe(true);
	});

	it.each([
		...['Standard', 'Express', 'Flat rate', 'Free shipping', 'DHL Paket', 'Colissimo', 'Correos'],
		...[
			'Collect on delivery',
			'Cash on delivery',
			'Freight Collect',
			'UPS Collect',
			'FedEx Pickup',
		],
		...['Autumn collection shipping', 'Chronopost', 'Livraison à domicile', 'Versand', 'Bezorging'],
		...['Envío a domicilio', 'Spedizione', 'Kurier InPost', 'Free returns', 'Henthorn Courier'],
		...['UPS Ground', 'Economy', 'Shipping', 'Continental US', 'Нова пошта', 'Entrega', ''],
	])('says nothing of the kind: %s', (title) => {
		expect(isPickupTitle(title)).toBe(false);
	});
});
