// Codes of states that WooCommerce writes in its own way: with the country's letters in front and no hyphen (`EGALX`,
// `maagd`), and China's, which are numbers of its own (`CN2`). As codes of ISO 3166-2 (`EG-ALX`), or as a name.

import { textIn } from '../values';

/** China's, the first of which is CN1. */
const OF_CHINA = [
	...['Yunnan', 'Beijing', 'Tianjin', 'Hebei', 'Shanxi', 'Inner Mongolia', 'Liaoning', 'Jilin'],
	...['Heilongjiang', 'Shanghai', 'Jiangsu', 'Zhejiang', 'Anhui', 'Fujian', 'Jiangxi', 'Shandong'],
	...['Henan', 'Hubei', 'Hunan', 'Guangdong', 'Guangxi', 'Hainan', 'Chongqing', 'Sichuan'],
	...['Guizhou', 'Shaanxi', 'Gansu', 'Qinghai', 'Ningxia', 'Macao', 'Tibet', 'Xinjiang'],
];

/** Countries whose states have their letters in front, and no hyphen, by how WooCommerce writes those letters. */
const IN_FRONT: ReadonlyMap<string, string> = new Map([
	...['EG', 'KN', 'MZ', 'SN'].map((country) => [country, country] as const),
	['MA', 'ma'],
]);

/** The state of an address: its ISO code or name where WooCommerce has a code of its own, otherwise what was sent. */
export function stateOfWooCommerce(state: unknown, country: unknown): unknown {
	const [code = '', countryCode = ''] = [textIn(state), textIn(country)];
	if (countryCode === 'CN') {
		return OF_CHINA[Number(/^CN(\d{1,2})$/.exec(code)?.[1] ?? 0) - 1] ?? state;
	}
	const letters = IN_FRONT.get(countryCode);
	if (letters === undefined || !code.startsWith(letters)) return state;
	const part = code.slice(letters.length).toUpperCase();
	return /^[A-Z]{1,3}$/.test(part) ? `${countryCode}-${part}` : state;
}
