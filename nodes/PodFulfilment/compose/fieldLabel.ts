import { upperFirst } from '../input/wording';
import { recipientFields } from './recipientFields';

/** How the recipient and the items were entered; their paths are shown in the same terms. */
export interface Entered {
	recipient: 'fields' | 'json';
	items: 'fields' | 'json';
}

const ORDER_FIELDS: Record<string, string> = {
	externalId: 'External ID',
	shipping: 'Shipping',
	'actions[0].source': 'Original Order',
};

/** Names of an item's own fields, and of the rows inside of it, by the service's names. */
const ITEM_FIELDS: Record<string, string> = {
	externalId: 'External Item ID',
	name: 'Name',
	quantity: 'Quantity',
	retailPrice: 'Retail Price',
	variantId: 'Variant',
	placements: 'Placements',
	options: 'Options',
};

const PLACEMENT_FIELDS: Record<string, string> = {
	type: 'Type',
	technique: 'Technique',
	layers: 'Print File URL',
	url: 'Print File URL',
	placementOptions: 'Placement Options',
};

const OPTION_FIELDS: Record<string, string> = { id: 'Option ID', value: 'Value' };

const recipientNames: Record<string, string> = Object.fromEntries(
	recipientFields.map(({ name, displayName }) => [name, displayName]),
);

const arrow = (...parts: Array<string | undefined>): string =>
	parts.filter((part): part is string => part !== undefined && part !== '').join(' → ');

const row = (name: string, index: string): string => `${name} ${Number(index) + 1}`;

function placementField(rest: string): string {
	const option = /^placementOptions\[(\d+)\](?:\.(\w+))?$/.exec(rest);
	if (option) {
		const [, index = '0', name] = option;
		return arrow('Placement Options', row('Placement Option', index), name && upperFirst(name));
	}
	// A placement has one print file, so its layer is no row of its own in the editor.
	const inLayer = rest.replace(/^layers\[0\]\.?/, '');
	return inLayer === '' && rest !== '' ? 'Print File URL' : (PLACEMENT_FIELDS[inLayer] ?? inLayer);
}

/** A path inside of an order item, e.g. `placements[1].layers[0].url`, as its row shows it. */
export function itemFieldLabel(path: string): string {
	const placement = /^placements\[(\d+)\]\.?(.*)$/.exec(path);
	if (placement) {
		const [, index = '0', rest = ''] = placement;
		return arrow('Placements', row('Placement', index), placementField(rest));
	}
	const option = /^options\[(\d+)\]\.?(.*)$/.exec(path);
	if (option) {
		const [, index = '0', rest = ''] = option;
		return arrow('Options', row('Option', index), OPTION_FIELDS[rest] ?? rest);
	}
	return ITEM_FIELDS[path] ?? path;
}

/**
 * The name under which the user sees what the service calls by a path (spec section 7, violations):
 * `orderItems[0].placements[1].layers[0].url` is 'Items → Item 1 → Placements → Placement 2 → Print File URL'.
 */
export function orderFieldLabel(path: string, entered: Entered): string {
	const item = /^orderItems(?:\[(\d+)\]\.?(.*))?$/.exec(path);
	if (item) {
		const [, index, rest = ''] = item;
		if (entered.items === 'json') {
			return index === undefined
				? 'Items (JSON)'
				: `Items (JSON) at [${index}]${rest === '' ? '' : `.${rest}`}`;
		}
		return arrow('Items', index && row('Item', index), rest && itemFieldLabel(rest));
	}
	const recipient = /^recipient(?:\.(\w+))?$/.exec(path);
	if (recipient) {
		const [, name] = recipient;
		if (entered.recipient === 'json') {
			return name === undefined ? 'Recipient (JSON)' : `Recipient (JSON) at ${name}`;
		}
		return arrow('Recipient', name && (recipientNames[name] ?? name));
	}
	return ORDER_FIELDS[path] ?? path;
}
