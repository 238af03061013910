import type { IDataObject } from 'n8n-workflow';
import { pick } from './resource';
import { objectsOf, isObject } from '../input/guards';

/** What the completion of an order reads from a catalog variant (spec section 2). */
export interface CatalogVariant {
	name: string;
	/** False only where the catalog says so. */
	inStock: boolean;
	placements: Array<{
		type: string;
		required: boolean;
		technique?: string;
		techniques: string[];
		area?: { width: number; height: number };
	}>;
	options: Array<{ id: string; label: string; required: boolean; values: string[] }>;
}

const texts = (values: unknown[]): string[] =>
	values.filter((value): value is string => typeof value === 'string' && value !== '');

/** Reads a variant as the catalog answers it; what is missing or of another type is left out. */
export function catalogVariantOf(body: IDataObject): CatalogVariant {
	return {
		name: typeof body.name === 'string' ? body.name : '',
		inStock: body.inStock !== false,
		placements: objectsOf(body.placements).map(
			({ type, required, technique, techniques, area }) => ({
				type: String(type ?? ''),
				required: required === true,
				...(typeof technique === 'string' && technique !== '' && { technique }),
				techniques: [
					...new Set(texts([technique, ...(Array.isArray(techniques) ? techniques : [])])),
				],
				...(isObject(area) &&
					typeof area.width === 'number' &&
					typeof area.height === 'number' && { area: { width: area.width, height: area.height } }),
			}),
		),
		options: objectsOf(body.options).map(({ id, label, required, values }) => ({
			id: String(id ?? ''),
			label: String(label ?? id ?? ''),
			required: required === true,
			values: texts(objectsOf(values).map(({ value }) => value)),
		})),
	};
}

/** A variant with what an order needs to know of it: placement types, techniques and option values by name. */
export function simplifyVariant(variant: IDataObject): IDataObject {
	const { placements, options } = catalogVariantOf(variant);
	return {
		...pick(variant, ['id', 'sku', 'name', 'image', 'inStock']),
		placements,
		options,
	};
}
