// Expressions that build 'Items (JSON)' from a shop's data. The field's hint and docs/composing-orders.md show exactly
// these lines, and tests run them.

/** Items of Shopify's order webhooks; the product's SKU in the shop is the variant ID. */
export const SHOPIFY_ITEMS =
	"{{ $json.line_items.map((line) => ({ variantId: line.sku, quantity: line.quantity, files: line.properties.find(({ name }) => name === 'Print file')?.value })) }}";

/** Items of WooCommerce's order webhooks and REST API; the product's SKU in the shop is the variant ID. */
export const WOOCOMMERCE_ITEMS =
	"{{ $json.line_items.map((line) => ({ variantId: line.sku, quantity: line.quantity, files: line.meta_data.find(({ key }) => key === 'print_file')?.value })) }}";

/** The item of one row of a spreadsheet. */
export const SPREADSHEET_ITEMS =
	"{{ [{ variantId: $json['Variant ID'], quantity: $json.Quantity, files: $json['Print File'] }] }}";
