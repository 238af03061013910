// 'Print File Template', such as `https://…/{sku}.png`: reads it, and gives the address of a file for a line and a placement.

import { refuse, requiredText } from '../../../input/checks';
import { comparableName } from '../../../input/equalText';
import { ownValue } from '../../../input/objects';
import { trimmed } from '../../../input/text';
import { quote } from '../../../input/wording';
import { refuseFor } from '../../causes';
import { printFileUrlOf } from '../../compose/printFile';
import { placeWords } from '../orderLabel';
import type { ShopLine } from '../shopOrder';
import { namesSeen } from './lineValues';

/** Values of the placeholders of a template, by their names. */
type TemplateValues = Readonly<Record<string, string | undefined>>;

const PLACEHOLDERS = ['sku', 'variantId', 'lineId', 'orderNumber', 'placement'];

/** What a placeholder for a property of the line begins with: `{property:Name}`. */
const PROPERTY = 'property:';

const USABLE_PLACEHOLDERS = `Use ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}, or {${PROPERTY}Name} with the name of a line property.`;

const FIELD = 'Print File Template';

/** The comparable name of the property that a placeholder asks for; empty for any other placeholder. */
const propertyIn = (name: string): string =>
	name.startsWith(PROPERTY) ? comparableName(name.slice(PROPERTY.length)) : '';

/**
 * Checks and returns the template for the addresses of print files.
 *
 * @throws UserError for an empty template, an unknown placeholder, a brace that is left over, and a placeholder in the host name
 */
export function printFileTemplateOf(value: unknown): string {
	const such = 'such as https://files.example.com/{sku}.png.';
	const template = requiredText(value, FIELD, `Enter an address ${such}`);
	const rest = template.replaceAll(/\{([^{}]*)\}/g, (placeholder, name: string) =>
		PLACEHOLDERS.includes(name) || propertyIn(name) !== '' ? '' : placeholder,
	);
	const [unknown] = /\{[^{}]*\}?|\}/.exec(rest) ?? [];
	if (unknown !== undefined) {
		const advice = `Write one brace before and one after each name. ${USABLE_PLACEHOLDERS}`;
		return refuse(FIELD, `has ${quote(unknown)}, which is no placeholder that is known`, advice);
	}
	if (/^\s*https?:\/\/[^/?#]*\{/i.test(template)) {
		const advice = `Write placeholders after the first slash of the address, ${such}`;
		return refuse(FIELD, 'has a placeholder in the name of the server', advice);
	}
	// Refuses an address that no line could make valid.
	printFileUrlOf(template.replaceAll(/\{[^{}]*\}/g, 'x'), FIELD);
	return template;
}

/** Whether a template gives each line, or all lines of an order, a file of their own. */
export const isForEachLine = (template: string): boolean =>
	/\{(?:lineId|orderNumber|property:[^{}]*)\}/.test(template);

/** Builds the address of a line's print file from the template: what the values say never changes its host or folders. */
export function fileByTemplate(
	template: string,
	values: TemplateValues,
	line: ShopLine & { inProblems: string },
): string {
	const words = placeWords(line);
	const url = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
		const property = propertyIn(name);
		// All properties of the name; one that a shop sends twice counts once.
		const said = line.properties
			.filter(({ names }) => names.some((one) => comparableName(one) === property))
			.map(({ value }) => (typeof value === 'number' ? String(value) : trimmed(value)));
		const given = property === '' ? [ownValue(values, name) ?? ''] : said;
		const [part = '', ...others] = new Set(given.filter((one) => one !== ''));
		// One or two dots lead to another folder, even when encoded.
		if (others.length === 0 && !/^\.{0,2}$/.test(part)) {
			return encodeURIComponent(part.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
		}
		const what = name === 'sku' ? 'SKU' : name.replace(PROPERTY, `${words.property} `);
		return refuseFor(
			'noPrintFile',
			line.inProblems,
			`has ${others.length > 0 ? 'more than one' : 'no'} ${what} to insert into ${FIELD}`,
			`${others.length > 0 ? 'Keep one' : 'Add it'} in the ${words.place}, or name the print file in SKU Mapping.${property === '' ? '' : namesSeen(line.properties)}`,
		);
	});
	return printFileUrlOf(url, `${line.inProblems} → ${FIELD}`);
}
