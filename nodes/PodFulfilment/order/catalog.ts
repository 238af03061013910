import type { IDataObject } from 'n8n-workflow';

import { variantPath } from '../locators/variant';
import { ServiceRefusal } from '../transport/refusal';
import { runOf, type Run, type RunCaller } from '../transport/run';
import type { Service } from '../transport/service';
import { isObject, objectsOf } from './inputs';

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

/** Look-ups live as long as the run and no longer. */
const lookUpsOfRun = new WeakMap<Run, Map<string, Promise<CatalogVariant>>>();

/**
 * Looks a variant up in the catalog; once in a run, however many items use it.
 *
 * @throws ServiceRefusal when the catalog has no such variant
 */
export async function lookUpVariant(
	context: RunCaller,
	service: Service,
	variantId: string,
): Promise<CatalogVariant> {
	const run = runOf(context);
	const lookUps = lookUpsOfRun.get(run) ?? new Map<string, Promise<CatalogVariant>>();
	lookUpsOfRun.set(run, lookUps);
	const lookUp =
		lookUps.get(variantId) ??
		service
			.sendForObject({ method: 'GET', ...variantPath(variantId) })
			.then(({ object }) => catalogVariantOf(object));
	lookUps.set(variantId, lookUp);
	try {
		return await lookUp;
	} catch (error) {
		// Each item throws one of its own: its number is written into it.
		throw error instanceof ServiceRefusal ? error.copy() : error;
	}
}
