// Addresses of WooCommerce, with the fields that plug-ins add to its checkout, in the address itself or in the metadata
// of the order: `_shipping_house_number`, `_wc_shipping/plug-in/number`. Also the tax number (CPF or CNPJ in Brazil),
// and orders that go to several addresses.

import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../../input/equalText';
import type { Pieces } from '../../../../input/nextTurn';
import { isContainer, onceForEach, ownValue } from '../../../../input/objects';
import { type KeptPart, keptPartsOf, type OrderTaxNumber, taxNumberIn } from '../../besideAddress';
import { allPropertiesIn } from '../../reading';
import { addressAt, type RecipientTable } from '../sourceTable';
import { isSet, objectIn, objectsIn, textIn } from '../../values';

type AddressKind = 'shipping' | 'billing';

interface CheckoutField {
	/** The address that it belongs to; undefined where its name does not say. */
	kind: AddressKind | undefined;
	name: string;
	value: unknown;
}

/** The name of a field without the plug-in that added it. */
const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

function fieldOf(key: string, value: unknown): CheckoutField {
	const [, kind, rest] = /^_*(?:wc[_/])?(shipping|billing|other)[_/](.*)$/i.exec(key) ?? [];
	const address = (['shipping', 'billing'] as const).find((one) => one === kind?.toLowerCase());
	return { kind: address, name: nameIn(rest ?? key), value };
}

/**
 * The fields of an order's checkout, those of the addresses before those in its metadata. An order may have thousands, which
 * are looked through for each of its addresses.
 */
const fieldsOf = onceForEach((order: IDataObject): CheckoutField[] => [
	...(['shipping', 'billing'] as const).flatMap((kind) =>
		Object.entries(objectIn(order[kind])).map(([key, value]) => ({
			kind,
			name: nameIn(key),
			value,
		})),
	),
	...allPropertiesIn(order.meta_data, ['key']).map(({ names: [key = ''], value }) =>
		fieldOf(key, value),
	),
]);

/** Whether both addresses are one: checkouts that ask for one address copy only its usual fields to the other. */
function isOneAddress(order: IDataObject): boolean {
	const [shipping, billing] = [order.shipping, order.billing].map((address) =>
		['address_1', 'city', 'postcode'].map((name) =>
			comparableName(textIn(ownValue(objectIn(address), name)) ?? ''),
		),
	);
	return shipping?.[0] !== '' && shipping?.join('\n') === billing?.join('\n');
}

/** Parts of one of the addresses of an order that plug-ins keep beside it. */
export function* keptAside(order: IDataObject, kind: AddressKind): Pieces<KeptPart[]> {
	const fields = fieldsOf(order);
	yield;
	const kinds = [kind, ...(kind === 'shipping' && isOneAddress(order) ? ['billing'] : [])];
	return yield* keptPartsOf(
		[...kinds, undefined].flatMap((wanted) =>
			fields
				.filter((field) => field.kind === wanted)
				.map(({ name, value }) => ({ name, value, isOfAddress: wanted !== undefined })),
		),
	);
}

// Codes of states that WooCommerce writes in its own way: with the country's letters in front and no hyphen (`EGALX`,
// `maagd`), and China's, which are numbers of its own (`CN2`).

/** China's, the first of which is CN1. */
const OF_CHINA = `
	Yunnan, Beijing, Tianjin, Hebei, Shanxi, Inner Mongolia, Liaoning, Jilin, Heilongjiang, Shanghai, Jiangsu, Zhejiang, Anhui,
	Fujian, Jiangxi, Shandong, Henan, Hubei, Hunan, Guangdong, Guangxi, Hainan, Chongqing, Sichuan, Guizhou, Shaanxi, Gansu,
	Qinghai, Ningxia, Macao, Tibet, Xinjiang`
	.trim()
	.split(/,\s+/);

/** Countries whose states have their letters in front, and no hyphen, by how WooCommerce writes those letters. */
const IN_FRONT: ReadonlyMap<string, string> = new Map([
	...['EG', 'KN', 'MZ', 'SN'].map((country) => [country, country] as const),
	['MA', 'ma'],
]);

/** The state of an address: its ISO code or name where WooCommerce has a code of its own, otherwise what was sent. */
function stateOfWooCommerce([state, country]: readonly unknown[]): unknown {
	const [code = '', countryCode = ''] = [textIn(state), textIn(country)];
	if (countryCode === 'CN') {
		return OF_CHINA[Number(/^CN(\d{1,2})$/.exec(code)?.[1] ?? 0) - 1] ?? state;
	}
	const letters = IN_FRONT.get(countryCode);
	if (letters === undefined || !code.startsWith(letters)) return state;
	const part = code.slice(letters.length).toUpperCase();
	return /^[A-Z]{1,3}$/.test(part) ? `${countryCode}-${part}` : state;
}

/** One of the addresses of an order. */
export const addressOf = (kind: AddressKind): RecipientTable => ({
	...addressAt(
		'firstName:first_name lastName:last_name company address1:address_1 address2:address_2 city zip:postcode country',
		kind,
	),
	state: { of: [`${kind}.state`, `${kind}.country`], as: stateOfWooCommerce },
	phone: [`${kind}.phone`, 'billing.phone'],
	email: [`${kind}.email`, 'billing.email'],
});

/** The two kinds of buyers in Brazil, as plug-ins write them: a person has a CPF, a company a CNPJ. */
const PERSON = ['1', 'f', 'pf', 'fisica', 'pessoafisica'];
const COMPANY = ['2', 'j', 'pj', 'juridica', 'pessoajuridica'];

/** The tax number that the usual plug-ins in Brazil ask for. */
export function* brazilianNumber(order: IDataObject): Pieces<OrderTaxNumber | undefined> {
	let cpf: OrderTaxNumber | undefined;
	let cnpj: OrderTaxNumber | undefined;
	let type: string | undefined;
	for (const { name, kind, value } of fieldsOf(order)) {
		yield;
		const called = comparableName(name);
		const read = () => taxNumberIn(value, { country: 'BR', isOfRecipient: kind === 'shipping' });
		if (called === 'cpf') cpf ??= read();
		if (called === 'cnpj') cnpj ??= read();
		const person = called === 'persontype' ? comparableName(textIn(value) ?? '') : '';
		if ([...PERSON, ...COMPANY].includes(person)) type ??= person;
	}
	const doubt = (text: string): OrderTaxNumber => ({ country: 'BR', doubt: text });
	if (type === undefined && cpf && cnpj) {
		return doubt('The order has a CPF and a CNPJ, and does not say which counts');
	}
	if (type === undefined || (!cpf && !cnpj)) return cpf ?? cnpj;
	return (
		(PERSON.includes(type) ? cpf : cnpj) ??
		doubt('The order has a tax number of another kind than its type of person')
	);
}

/** Whether plug-ins send an order to several addresses, of which WooCommerce's order has one. */
export function hasSeveralAddresses(order: IDataObject): boolean {
	const hasKey = (object: IDataObject, key: string, is: (value: unknown) => boolean) =>
		allPropertiesIn(object.meta_data, ['key']).some(
			({ names, value }) => names[0] === key && is(value),
		);
	return (
		isSet(order.multiple_shipping) ||
		hasKey(order, '_multiple_shipping', isSet) ||
		hasKey(
			order,
			'_wcms_packages',
			(value) => isContainer(value) && Object.keys(value).length > 1,
		) ||
		objectsIn(order.line_items).some((line) =>
			hasKey(line, 'thwma_order_shipping_address', () => true),
		)
	);
}
