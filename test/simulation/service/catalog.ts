import type { IDataObject } from 'n8n-workflow';

import { errorAnswer, jsonAnswer, type Answer } from './answers.ts';
import type { CatalogStyle } from './personality.ts';

const number = (value: number): string => String(value).padStart(12, '0');

export const variantId = (index: number): string => `00000000-0000-4000-9000-${number(index)}`;

export const productId = (index: number): string => `00000000-0000-4000-a000-${number(index)}`;

export const taskId = (index: number): string => `00000000-0000-4000-b000-${number(index)}`;

const AREA = { width: 3540, height: 2480 };

/** An option that every variant has. */
export const COLOR = { id: 'dial_color', value: 'black' };

const CREDITS = { included: 100, used: 42 };

/** Products, variants of the first product, and mockup tasks: they never change while a history lasts. */
export class Catalog {
	readonly products: IDataObject[];

	readonly variants: IDataObject[];

	readonly tasks: IDataObject[];

	private readonly style: CatalogStyle;

	/** @param others how many there are of each beside those that orders need */
	constructor(style: CatalogStyle, others: number) {
		this.style = style;
		const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
		this.products = upTo(others + 1).map((index) => ({
			id: productId(index),
			name: `Product ${index}`,
			variants: `/api/catalog-products/${productId(index)}/catalog-variants`,
		}));
		this.variants = upTo(others + 2).map((index) => this.variant(index));
		this.tasks = upTo(others + 1).map((index) => ({
			id: taskId(index),
			status: 'completed',
			failureReasons: [],
			catalogVariantMockups: [],
		}));
	}

	/** The only placement of every variant; undefined where the catalog lists none. */
	get placement(): IDataObject | undefined {
		const { placements, placementType } = this.style;
		return placements === 'none'
			? undefined
			: { type: placementType, technique: 'direct_print', area: AREA };
	}

	get isInStock(): boolean {
		return this.style.inStock;
	}

	/** The credits that the headers tell; undefined where they tell none. */
	get credits(): typeof CREDITS | undefined {
		return this.style.credits === 'numbers' ? CREDITS : undefined;
	}

	/** Headers of mockup tasks (specification section 8, Credits). */
	get creditHeaders(): Record<string, string> {
		const { credits } = this.style;
		if (credits === 'none') return {};
		return {
			'x-svc-credits-included': String(CREDITS.included),
			'x-svc-credits-used': credits === 'numbers' ? String(CREDITS.used) : 'many',
		};
	}

	/** An order as a client sends it that completes its items from the catalog. */
	complete(body: IDataObject): IDataObject {
		const { placement } = this;
		if (!placement) return body;
		const { type, technique } = placement;
		const position = { top: 0, left: 0, ...AREA };
		const orderItems = (body.orderItems as IDataObject[]).map((item) => ({
			...item,
			placements: (item.placements as IDataObject[]).map(({ layers }) => ({
				type,
				technique,
				layers: (layers as IDataObject[]).map((layer) => ({ ...layer, position })),
			})),
		}));
		return { ...body, orderItems };
	}

	/** One entry of a collection. */
	read(entries: readonly IDataObject[], id: string): Answer {
		const entry = entries.find((candidate) => candidate.id === id);
		if (!entry) return errorAnswer(404, 'hydra', 'Not found');
		return jsonAnswer(200, entry, entries === this.tasks ? this.creditHeaders : {});
	}

	private variant(index: number): IDataObject {
		const { placements, inStock } = this.style;
		const { placement } = this;
		const written = placements === 'asTexts';
		return {
			id: variantId(index),
			sku: `SKU-${index}`,
			name: `Variant ${index}`,
			inStock,
			placements: placement
				? [
						{
							...placement,
							required: true,
							techniques: ['direct_print', 'embroidery'],
							area: written
								? { width: String(AREA.width), height: String(AREA.height) }
								: { ...AREA, section: { top: 0, right: 0, bottom: 0, left: 0 } },
						},
					]
				: [],
			options: [
				{
					id: COLOR.id,
					type: 'string',
					label: 'Color',
					required: false,
					values: ['white', COLOR.value].map((value) => ({ value })),
				},
			],
		};
	}
}
