import type { IDataObject } from 'n8n-workflow';

import { comparableName } from '../../../input/equalText';
import { isObject } from '../../../input/guards';
import { VARIANT_TITLE } from '../lines/lineValues';
import { allPropertiesIn } from '../reading';
import type { LineProperty } from '../shopOrder';
import { textIn, valueAt } from '../values';
import { filesInList } from './fileList';
import { namedValuesIn } from './namedValues';

/** What the settings ask for by its name or its path in a line. */
export interface AskedFor {
	/** 'Print File Property'; undefined where files come from elsewhere. */
	printFile?: string | undefined;
	/** What the rows of SKU Mapping for these SKUs name under 'When'. */
	conditions(skus: readonly string[]): readonly string[];
}

/** Fields that name the variant as Shopify's title does, such as `Lineitem variant: 2XL / Navy`. */
const TITLES = /(variant|variation)s?(title|name|label|details|description)?$|^(sku|model)name$/;

const isPath = (name: string): boolean => /[.[]/.test(name);

/** The names of a field, and that of a variant's title if it is one. */
function namesOf(name: string, value: unknown): string[] {
	const text = textIn(value);
	const isTitle =
		text !== undefined &&
		// `Size: XL` is a name and a value, and a number is an ID.
		!/:|^\d+$/.test(text) &&
		TITLES.test(comparableName(name));
	return isTitle ? [VARIANT_TITLE, name] : [name];
}

const fieldsOf = (line: IDataObject): LineProperty[] =>
	allPropertiesIn(line, [])
		.filter(({ value }) => !isObject(value))
		.map(({ names, value }) => ({ names: names.flatMap((name) => namesOf(name, value)), value }));

const fieldsOfObjects = (line: IDataObject): LineProperty[] =>
	Object.entries(line)
		.filter(([, value]) => isObject(value))
		.flatMap(([name, value]) =>
			allPropertiesIn(value, []).map(({ names, value: inner }) => ({
				names: [...names, ...names.map((innerName) => `${name} ${innerName}`)],
				value: inner,
			})),
		);

/** What is at the paths that the settings name. */
function atPaths(
	line: IDataObject,
	names: readonly string[],
	properties: readonly LineProperty[],
): LineProperty[] {
	const paths = new Set(names.filter(isPath));
	if (paths.size === 0) return [];
	const known = new Set(properties.flatMap((property) => property.names.map(comparableName)));
	return [...paths].flatMap((path) => {
		const value = known.has(comparableName(path)) ? undefined : valueAt(line, path);
		return value === undefined || isObject(value) ? [] : [{ names: [path], value }];
	});
}

/**
 * Collects the properties of a line: all its fields and those of objects in it, the names and values in its lists, and what
 * is at the paths that the settings name.
 */
export function propertiesOf(
	line: IDataObject,
	skus: readonly string[],
	{ printFile, conditions }: AskedFor,
): LineProperty[] {
	const asked = [...(printFile === undefined ? [] : [printFile]), ...conditions(skus)];
	const read = [...fieldsOf(line), ...fieldsOfObjects(line), ...namedValuesIn(line)];
	const properties = [...atPaths(line, asked, read), ...read];
	if (printFile === undefined) return properties;
	const wanted = comparableName(printFile);
	return properties.flatMap((property) => {
		const isAsked = property.names.some((name) => comparableName(name) === wanted);
		return (isAsked && filesInList(property.value, printFile)) || property;
	});
}
