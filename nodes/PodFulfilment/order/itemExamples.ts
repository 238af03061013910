/**
 * Expressions that make 'Items (JSON)' and 'Recipient (JSON)' from what shops send. The node's hints and
 * docs/composing-orders.md show these very lines, and the tests run them.
 */

/** Items of Shopify's order webhooks; the product's SKU in the shop is the variant ID. */
export const SHOPIFY_ITEMS =
	"{{ $json.line_items.map((line) => ({ variantId: line.sku, quantity: line.quantity, name: line.title, retailPrice: line.price, externalId: String(line.id), files: line.properties.find(({ name }) => name === 'Print file').value })) }}";

/** Items of WooCommerce's order webhooks and REST API; the product's SKU in the shop is the variant ID. */
export const WOOCOMMERCE_ITEMS =
	"{{ $json.line_items.map((line) => ({ variantId: line.sku, quantity: line.quantity, name: line.name, retailPrice: String(line.price), externalId: String(line.id), files: line.meta_data.find(({ key }) => key === 'print_file').value })) }}";

/** The item of one row of a spreadsheet, with the column titles of the documentation. */
export const SPREADSHEET_ITEMS =
	"{{ [{ variantId: $json['Variant ID'], quantity: $json.Quantity, files: { [$json.Placement]: $json['Print File'] }, options: $json.Colour ? { dial_color: $json.Colour } : {} }] }}";

/** Recipient of a Shopify order. */
export const SHOPIFY_RECIPIENT =
	'{{ (({ name, company, address1, address2, city, zip, province_code, country_code, phone }) => ({ name, company, address1, address2, city, zip, stateCode: province_code, countryCode: country_code, phone, email: $json.email }))($json.shipping_address) }}';

/** Recipient of a WooCommerce order. */
export const WOOCOMMERCE_RECIPIENT =
	"{{ (({ first_name, last_name, company, address_1, address_2, city, state, postcode, country }) => ({ name: first_name + ' ' + last_name, company, address1: address_1, address2: address_2, city, zip: postcode, stateCode: state, countryCode: country, phone: $json.billing.phone, email: $json.billing.email }))($json.shipping) }}";
