import { type Catalog, placementOf } from '../catalog/catalog.ts';
import type { Variant, VariantPlacement } from '../catalog/model.ts';
import { type Violation, violation } from './violations.ts';

/**
 * Checks an item against the catalog (section 2). The schemas are checked too, so that one
 * response lists all violations; members of a wrong type are skipped here because the schemas
 * report them.
 * @param path property path of the item; empty when the body is the item itself
 */
export function itemViolations(item: unknown, path: string, catalog: Catalog): Violation[] {
	if (!isObject(item) || typeof item.variantId !== 'string' || item.variantId === '') return [];
	const at = (member: string) => (path ? `${path}.${member}` : member);
	const variant = catalog.variant(item.variantId);
	if (!variant) {
		return [violation('notFound', at('variantId'), 'This catalog variant does not exist.')];
	}
	const found = [
		...placementsViolations(item.placements, at('placements'), variant),
		...optionsViolations(item.options, at('options'), variant),
	];
	if (!variant.inStock) {
		found.unshift(
			violation('unavailable', at('variantId'), 'This catalog variant is out of stock.'),
		);
	}
	return found;
}

function placementsViolations(placements: unknown, path: string, variant: Variant): Violation[] {
	if (!Array.isArray(placements)) return [];
	const found: Violation[] = [];
	const seen = new Set<string>();
	placements.forEach((placement: unknown, index) => {
		if (!isObject(placement)) return;
		const at = `${path}[${index}]`;
		const entry = placementOf(variant, placement.type);
		if (!entry) {
			if (typeof placement.type === 'string') {
				found.push(
					violation(
						'choice',
						`${at}.type`,
						`This variant has no such placement. It has ${listOf(variant.placements.map(({ type }) => type))}.`,
					),
				);
			}
			return;
		}
		if (seen.has(entry.type)) {
			found.push(violation('notUnique', `${at}.type`, 'This placement is given more than once.'));
		}
		seen.add(entry.type);
		if (
			typeof placement.technique === 'string' &&
			!entry.techniques.includes(placement.technique)
		) {
			found.push(
				violation(
					'choice',
					`${at}.technique`,
					`This technique cannot be used here. Use ${listOf(entry.techniques)}.`,
				),
			);
		}
		found.push(...layerViolations(placement.layers, `${at}.layers`, entry));
	});
	for (const entry of variant.placements) {
		if (entry.required && !seen.has(entry.type)) {
			found.push(violation('blank', path, `The placement '${entry.type}' is required.`));
		}
	}
	return found;
}

function layerViolations(layers: unknown, path: string, entry: VariantPlacement): Violation[] {
	if (!Array.isArray(layers)) return [];
	const { width, height } = entry.area;
	const expected: Record<string, number> = { top: 0, left: 0, width, height };
	return layers.flatMap((layer: unknown, index) => {
		if (!isObject(layer)) return [];
		const found: Violation[] = [];
		if (typeof layer.url === 'string' && layer.url !== '' && !isWebAddress(layer.url)) {
			found.push(violation('url', `${path}[${index}].url`, 'This value is not a valid URL.'));
		}
		if (!isObject(layer.position)) return found;
		for (const [member, value] of Object.entries(expected)) {
			const given = layer.position[member];
			if (typeof given === 'number' && given !== value) {
				found.push(
					violation(
						'notEqual',
						`${path}[${index}].position.${member}`,
						`This value should be equal to ${value}.`,
					),
				);
			}
		}
		return found;
	});
}

function optionsViolations(options: unknown, path: string, variant: Variant): Violation[] {
	const found: Violation[] = [];
	const seen = new Set<string>();
	(Array.isArray(options) ? options : []).forEach((option: unknown, index) => {
		if (!isObject(option) || typeof option.id !== 'string' || option.id === '') return;
		const entry = variant.options.find(({ id }) => id === option.id);
		const at = `${path}[${index}]`;
		if (!entry) {
			found.push(violation('choice', `${at}.id`, 'This variant has no such option.'));
			return;
		}
		if (seen.has(entry.id)) {
			found.push(violation('notUnique', `${at}.id`, 'This option is given more than once.'));
		}
		seen.add(entry.id);
		const values = entry.values.map(({ value }) => value);
		if (typeof option.value === 'string' && !values.includes(option.value)) {
			found.push(
				violation('choice', `${at}.value`, `This value is not offered. Use ${listOf(values)}.`),
			);
		}
	});
	for (const entry of variant.options) {
		if (entry.required && !seen.has(entry.id)) {
			found.push(violation('blank', path, `The option '${entry.id}' is required.`));
		}
	}
	return found;
}

const isWebAddress = (text: string): boolean =>
	URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const listOf = (values: readonly string[]): string => values.join(', ');

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
