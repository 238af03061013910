import {
	UserError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';

import { isObject, objectsOf } from '../input/guards';
import { createListClient, readableName } from './searchCollection';
import { variantsAround } from './variantAround';
import { locatorText } from '../input/locatorValue';

/** What the variant of the own item offers, each value once, as far as it matches. */
async function choicesOf(
	caller: ILoadOptionsFunctions,
	filter: string,
	toResults: (variant: IDataObject) => INodeListSearchItems[],
): Promise<INodeListSearchResult> {
	const variants = await variantsAround(caller, await createListClient(caller));
	const wanted = filter.trim().toLowerCase();
	const results = new Map(
		variants.flatMap(toResults).map((result) => [String(result.value), result]),
	);
	return {
		results: [...results.values()].filter(
			({ name, value }) =>
				value !== '' && [name, String(value)].some((text) => text.toLowerCase().includes(wanted)),
		),
	};
}

/** The value of a neighbour in the own row. */
const neighbour = (caller: ILoadOptionsFunctions, name: string): string =>
	locatorText(caller.getCurrentNodeParameter(`&${name}`));

const sizeOf = (area: unknown): string =>
	isObject(area) && typeof area.width === 'number' && typeof area.height === 'number'
		? `${area.width} × ${area.height} px`
		: '';

/** The placements of the variant (spec section 2, VariantPlacement), with the size a print file has to have. */
export async function searchPlacementTypes(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await choicesOf(this, filter, ({ placements }) =>
		objectsOf(placements).map(({ type, area }) => ({
			name: readableName(type, sizeOf(area)),
			value: String(type ?? ''),
		})),
	);
}

/** The techniques of the placement that is chosen beside, or of all placements where none is. */
export async function searchTechniques(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const chosenType = neighbour(this, 'type');
	return await choicesOf(this, filter, ({ placements }) => {
		const all = objectsOf(placements);
		const own = all.filter(({ type }) => type === chosenType);
		return (own.length > 0 ? own : all)
			.flatMap(({ technique, techniques }) => [
				technique,
				...(Array.isArray(techniques) ? (techniques as unknown[]) : []),
			])
			.filter((technique): technique is string => typeof technique === 'string')
			.map((technique) => ({ name: technique, value: technique }));
	});
}

/** The options of the variant (spec section 2, VariantOption). */
export async function searchOptionIds(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await choicesOf(this, filter, ({ options }) =>
		objectsOf(options).map(({ id, label, required }) => ({
			name: readableName(label || id, required === true ? 'required' : ''),
			value: String(id ?? ''),
		})),
	);
}

/** The values of the option that is chosen beside; each links to its picture. */
export async function searchOptionValues(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const chosenId = neighbour(this, 'id');
	if (chosenId === '') {
		throw new UserError('Choose the option first', {
			description: 'This list shows the values of the option that is chosen in the same row.',
		});
	}
	return await choicesOf(this, filter, ({ options }) =>
		objectsOf(options)
			.filter(({ id }) => id === chosenId)
			.flatMap(({ values }) => objectsOf(values))
			.map(({ value, image }) => ({
				name: String(value ?? ''),
				value: String(value ?? ''),
				...(isObject(image) && typeof image.url === 'string' && { url: image.url }),
			})),
	);
}
