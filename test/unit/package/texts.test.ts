import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PodFulfilmentPollingTrigger } from '../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { description, everyProperty, operationsOf, valuesOf } from './description.ts';

const properties = [
	...everyProperty(),
	...everyProperty(new PodFulfilmentPollingTrigger().description.properties, 'polling trigger'),
	...new PodFulfilmentApi().properties.map((property) => ({
		path: `credential > ${property.name}`,
		property,
	})),
];

const [resourceList] = description.properties;
const resources = resourceList ? valuesOf(resourceList).map(String) : [];
const operations = resources.flatMap((resource) =>
	operationsOf(resource).map((operation) => ({ resource, operation })),
);

/** Words that stay lower-case inside a label in n8n's Title Case. */
const LOWER_CASE_WORDS = [
	'a',
	'an',
	'and',
	'as',
	'by',
	'for',
	'from',
	'in',
	'of',
	'on',
	'or',
	'the',
	'to',
];

const isTitleCase = (label: string): boolean =>
	label
		.split(/[\s/]+/)
		.every(
			(word, index) => (index > 0 && LOWER_CASE_WORDS.includes(word)) || /^[(]?[A-Z0-9]/.test(word),
		);

/** All texts of a property that the user sees. */
const textsOf = (property: INodeProperties): string[] => {
	const options = (property.options ?? []) as INodePropertyOptions[];
	const modes = property.modes ?? [];
	return [
		property.displayName,
		property.description,
		property.hint,
		property.placeholder,
		...options.flatMap(({ name, description: text, action }) => [
			property.type === 'options' || property.type === 'multiOptions' ? name : undefined,
			text,
			action,
		]),
		...modes.flatMap(({ displayName, placeholder, hint }) => [
			displayName,
			placeholder,
			typeof hint === 'string' ? hint : undefined,
		]),
	].filter((text): text is string => typeof text === 'string');
};

describe('An operation in the node panel', () => {
	it.each(operations)(
		'$resource $operation.name has a name, an action and a description',
		({ operation }) => {
			expect(operation.name).toSatisfy(isTitleCase);
			expect(operation.action).toMatch(/^[A-Z][a-z]+ .*[a-z]$/);
			expect(operation.description).toMatch(/^[A-Z]/);
			expect(operation.description?.length).toBeGreaterThan(10);
		},
	);

	it('each operation has a unique action', () => {
		const actions = operations.map(({ operation }) => operation.action);
		expect(new Set(actions).size).toBe(actions.length);
	});
});

describe('The texts of the parameters', () => {
	it.each(properties.filter(({ property }) => property.type !== 'notice'))(
		'$path has a label in Title Case',
		({ property }) => {
			expect(property.displayName).toSatisfy(isTitleCase);
		},
	);

	it.each(properties)("$path has placeholders that start with 'e.g.'", ({ property }) => {
		const { type, placeholder } = property;
		if (type === 'collection' || type === 'fixedCollection') {
			expect(placeholder).toMatch(/^Add [A-Z]/);
		} else if (placeholder !== undefined) {
			expect(placeholder).toMatch(/^e\.g\. \S/);
		}
		for (const mode of property.modes ?? []) {
			if (mode.type === 'string') expect(mode.placeholder).toMatch(/^e\.g\. \S/);
		}
	});

	const pathsWithExample = properties.flatMap(({ path, property }) => {
		const [, example] = /, for example ([\w.]+)$/.exec(property.description ?? '') ?? [];
		return property.requiresDataPath && example !== undefined ? [{ path, property, example }] : [];
	});

	it.each(pathsWithExample)(
		'$path has the example of its description as its placeholder',
		({ property, example }) => {
			expect(property.placeholder).toBe(`e.g. ${example}`);
		},
	);

	it.each(properties)('$path follows the wording rules of n8n', ({ property }) => {
		const texts = textsOf(property);
		expect(texts).not.toHaveLength(0);
		for (const text of texts) {
			// Values are names of the service, not words.
			const words = text.replace(/ Values for an expression: .*$/, '');
			expect(words).not.toMatch(/error|problem|failure|mistake/i);
			expect(text).not.toMatch(/^\s|\s$|\s{2}/);
		}
		if (property.type === 'boolean') expect(property.description).toMatch(/^Whether /);
		if (property.description !== undefined) expect(property.description).toMatch(/^[A-Z0-9]/);
	});
});
