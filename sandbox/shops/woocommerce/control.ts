import { ShopControl } from '../common/control.ts';
import { namesNumber } from '../common/mails.ts';
import type { StorefrontLink } from './storefront/storefront.ts';
import type { WooNote, WooOrder, WooStatus, WooWebhook } from './model.ts';
import type { WooCommerceShop } from './shop.ts';

/** What customers and the owner of the shop do, and what tests look at. */
export class WooCommerceControl extends ShopControl<WooOrder, WooCommerceShop, WooOrder> {
	private shownLinks: StorefrontLink[] = [];

	cancel(id: number): void {
		this.setStatus(id, 'cancelled');
	}

	/** Sets the status by hand. */
	setStatus(id: number, status: WooStatus): void {
		this.shop.change(this.require(id), { status });
	}

	/** The product is sold no more: lines of it lose their SKU. */
	deleteProduct(sku: string): void {
		this.shop.deleteProduct(sku);
	}

	/** The notes of an order that its customer got, the oldest first; with a tracking number, those that name it. */
	customerNotes(id: number, trackingNumber?: string): WooNote[] {
		return this.shop
			.notes(this.require(id).id)
			.filter(
				({ isForCustomer, note }) =>
					isForCustomer && (trackingNumber === undefined || namesNumber(note, trackingNumber)),
			);
	}

	/** Sets the links beside the shop's page, in place of those before. */
	setLinks(links: StorefrontLink[]): void {
		this.shownLinks = structuredClone(links);
	}

	/** The links beside the shop's page. */
	links(): StorefrontLink[] {
		return structuredClone(this.shownLinks);
	}

	webhooks(): WooWebhook[] {
		return structuredClone(this.shop.webhooks.all());
	}

	protected shown(order: WooOrder): WooOrder {
		return structuredClone(order);
	}
}
