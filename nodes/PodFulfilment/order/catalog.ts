import type { IDataObject } from 'n8n-workflow';

import { variantPath } from '../locators/variant';
import { ServiceRefusal } from '../transport/refusal';
import type { Run } from '../transport/run';
import type { Service } from '../transport/service';
import { objectsOf } from './inputs';
import { isObject } from '../values';

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

type LookUp = Promise<CatalogVariant | ServiceRefusal>;

/** Look-ups live as long as the run and no longer, by account and variant. */
const lookUpsOfRun = new WeakMap<Run, Map<string, LookUp>>();

async function readVariant(service: Service, variantId: string): LookUp {
	const outcome = await service.attempt({ method: 'GET', ...variantPath(variantId) });
	return outcome instanceof ServiceRefusal ? outcome : catalogVariantOf(outcome.object);
}

/**
 * Looks a variant up in the account's catalog; once in a run, however many items use it.
 *
 * @throws ServiceRefusal when the catalog has no such variant, or cannot be read
 */
export async function lookUpVariant(service: Service, variantId: string): Promise<CatalogVariant> {
	const lookUps = lookUpsOfRun.get(service.run) ?? new Map<string, LookUp>();
	lookUpsOfRun.set(service.run, lookUps);
	const key = `${service.account} ${variantId}`;
	const lookUp = lookUps.get(key) ?? readVariant(service, variantId);
	lookUps.set(key, lookUp);
	const variant = await lookUp;
	if (!(variant instanceof ServiceRefusal)) return variant;
	// What may pass is not held against the other items.
	if (variant.outcome !== 'refused') lookUps.delete(key);
	// Each item throws one of its own: its number is written into it.
	throw variant.copy();
}
