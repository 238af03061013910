// Searching placements, techniques, options and option values of the variant in the open row, with their labels.

import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { areaOf } from '../api/catalog/catalogVariant';
import { isObject, objectsOf } from '../input/guards';
import { locatorText } from '../input/locatorValue';
import { upperFirst } from '../input/wording';
import { readCurrentItemVariants } from './currentItemVariants';
import { createListClient, readableName } from './searchCollection';

/** Lists values that the current item's variant offers: those that match the filter, without duplicates. */
async function searchCurrentVariant(
	caller: ILoadOptionsFunctions,
	filter: string,
	toResults: (variant: IDataObject) => INodeListSearchItems[],
): Promise<INodeListSearchResult> {
	const variants = await readCurrentItemVariants(caller, await createListClient(caller));
	const lowerCaseFilter = filter.trim().toLowerCase();
	const resultsByValue = new Map(
		variants.flatMap(toResults).map((result) => [String(result.value), result]),
	);
	return {
		results: [...resultsByValue.values()].filter(
			({ name, value }) =>
				value !== '' &&
				[name, String(value)].some((text) => text.toLowerCase().includes(lowerCaseFilter)),
		),
	};
}

/** The value of another field in the same row. */
const siblingValue = (caller: ILoadOptionsFunctions, name: string): string =>
	locatorText(caller.getCurrentNodeParameter(`&${name}`));

/** A placement type as a label: `sleeve_left` is 'Sleeve Left'. */
const placementLabel = (type: unknown): string =>
	String(type ?? '')
		.split(/[_\s-]+/)
		.map(upperFirst)
		.join(' ');

function areaSize(value: unknown): string {
	const area = areaOf(value);
	return area ? `${area.width} × ${area.height} px` : '';
}

/** Lists the variant's placements (spec section 2, VariantPlacement) with the required size of the print file. */
export async function searchPlacementTypes(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await searchCurrentVariant(this, filter, ({ placements }) =>
		objectsOf(placements).map(({ type, area }) => ({
			name: readableName(placementLabel(type), areaSize(area)),
			value: String(type ?? ''),
		})),
	);
}

/** Lists the techniques of the placement type selected in the same row, or of all placements if there is none. */
export async function searchTechniques(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const selectedType = siblingValue(this, 'type');
	return await searchCurrentVariant(this, filter, ({ placements }) => {
		const all = objectsOf(placements);
		const selected = all.filter(({ type }) => type === selectedType);
		return (selected.length > 0 ? selected : all)
			.flatMap(({ technique, techniques }) => [
				technique,
				...(Array.isArray(techniques) ? (techniques as unknown[]) : []),
			])
			.filter((technique): technique is string => typeof technique === 'string')
			.map((technique) => ({ name: technique, value: technique }));
	});
}

/** Lists the variant's options (spec section 2, VariantOption). */
export async function searchOptionIds(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await searchCurrentVariant(this, filter, ({ options }) =>
		objectsOf(options).map(({ id, label, required }) => ({
			name: readableName(label || id, required === true ? 'required' : ''),
			value: String(id ?? ''),
		})),
	);
}

/** Lists the values of the option selected in the same row; each links to its image. */
export async function searchOptionValues(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const selectedId = siblingValue(this, 'id');
	if (selectedId === '') {
		throw new UserError('Choose the option first', {
			description: 'This list shows the values of the option that is chosen in the same row.',
		});
	}
	return await searchCurrentVariant(this, filter, ({ options }) =>
		objectsOf(options)
			.filter(({ id }) => id === selectedId)
			.flatMap(({ values }) => objectsOf(values))
			.map(({ value, image }) => ({
				name: String(value ?? ''),
				value: String(value ?? ''),
				...(isObject(image) && typeof image.url === 'string' && { url: image.url }),
			})),
	);
}
