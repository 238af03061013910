import { describe, expect, it } from 'vitest';

import { everyProperty } from './description.ts';
import { sources } from './sources.ts';

/** What a person reads under a field: text without markup. */
const MAX_HINT_LENGTH = 120;

const { action, polling, webhook, credential } = sources;

/** Hints under fields, of modes of a list too, and notices between fields, with their paths. */
const hints = [action, polling, webhook, credential].flatMap(({ properties }) =>
	everyProperty(properties).flatMap(({ path, property }) =>
		[
			property.hint,
			property.type === 'notice' ? property.displayName : undefined,
			...(property.modes ?? []).map((mode) => mode.hint),
		]
			.filter((hint) => hint !== undefined)
			.map((hint) => ({ path, text: hint.replace(/<[^>]*>/g, '') })),
	),
);

describe('A hint', () => {
	it('is short enough to be read, and so is a notice', () => {
		expect(hints.length).toBeGreaterThan(10);
		expect(hints.filter(({ text }) => text.length > MAX_HINT_LENGTH)).toEqual([]);
	});
});

describe('The tooltip of SKU Mapping (JSON)', () => {
	it('has an example, and leaves the other keys to the document', () => {
		const { property } =
			everyProperty(action.properties).find((each) => each.property.name === 'skuMappingJson') ??
			{};
		expect(property?.description).toMatch(/shopSku.*docs\/shop-orders\.md#which-variant/);
		expect(property?.description?.length).toBeLessThanOrEqual(250);
	});
});
