import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import {
	description,
	everyProperty,
	isShownFor,
	operationsOf,
	parametersOf,
	valuesOf,
} from './description.ts';

const [resourceList] = description.properties;

/** The form of each operation, and of Create for each value of Order From. */
const forms = (resourceList ? valuesOf(resourceList) : []).flatMap((resource) =>
	operationsOf(String(resource)).flatMap(({ value }) =>
		(['fields', 'shopOrder'] as const).map((orderFrom) => ({
			form: `${String(resource)} ${String(value)}, ${orderFrom}`,
			properties: parametersOf(String(resource), String(value)).filter((property) =>
				isShownFor(orderFrom, property),
			),
		})),
	),
);

/** The sections of a form: what it groups, at any depth. */
const sectionsOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		const { type, options } = property;
		if (type === 'collection') return [property, ...sectionsOf(options as INodeProperties[])];
		if (type !== 'fixedCollection') return [];
		const groups = options as INodePropertyCollection[];
		return [property, ...groups.flatMap(({ values }) => sectionsOf(values))];
	});

/** The texts of the buttons that add something to a section. */
const buttonsOf = ({ type, placeholder, typeOptions }: INodeProperties): string[] =>
	[
		typeOptions?.multipleValues === true ? typeOptions.multipleValueButtonText : undefined,
		typeOptions?.hideOptionalFields === true ? typeOptions.addOptionalFieldButtonText : undefined,
		type === 'collection' ? placeholder : undefined,
	].filter((text): text is string => text !== undefined);

const repeated = (texts: string[]): string[] =>
	texts.filter((text, index) => texts.indexOf(text) !== index);

describe('The form of an operation', () => {
	it.each(forms)('has no two sections of one name, and no two buttons: $form', ({ properties }) => {
		const sections = sectionsOf(properties);
		expect(repeated(sections.map(({ displayName }) => displayName))).toEqual([]);
		expect(repeated(sections.flatMap(buttonsOf))).toEqual([]);
	});

	it("labels of modes fit n8n's narrow selector", () => {
		const modes = everyProperty().flatMap(({ property }) => property.modes ?? []);
		expect(modes.length).toBeGreaterThan(10);
		// The selector shows as many words as fit into nine characters.
		for (const { displayName } of modes)
			expect(displayName.split(' ')[0]).toMatch(/^(?!By$).{2,9}$/);
	});

	it('what to reprint is a field of its own', () => {
		const [, original, items] = parametersOf('order', 'reprint');
		expect([original?.name, items?.name]).toEqual(['orderId', 'itemIds']);
	});
});

describe('The nodes panel', () => {
	it("the webhook trigger's description, which n8n shows for the action node too, says what both do", () => {
		expect(new PodFulfilmentTrigger().description.description).toBe(
			'Place and follow print-on-demand orders, browse the catalog, or start a workflow when an order or parcel changes',
		);
		expect(new PodFulfilmentPollingTrigger().description.description).toContain(
			'needs no public address',
		);
	});
});
