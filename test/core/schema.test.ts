import { Ajv, type AnySchemaObject } from 'ajv';
import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { allSchemas, type SchemaFile } from '../../scripts/generate/schema/all.ts';
import type { Schema } from '../../scripts/generate/schema/infer.ts';
import { nodeType } from './engine/nodes.ts';
import { packageFolder } from './engine/packageFolder.ts';

const nodeDir = join(packageFolder, 'dist', 'nodes', 'PodFulfilment');

/** By hand from section 2 of the specification, and what the node adds; an order as it is simplified. */
const ORDER =
	'associations createdAt externalId id itemLines orderItems recipient recipientLine shipping shopOrderId shopOrderNumber status updatedAt validationErrors warnings';

/** Create and Reprint say what became of the item. */
const PLACED_ORDER = ORDER.replace('recipient ', 'outcome recipient ');
const PRODUCT = '@context @id @type brand description id image name variantCount variants';
const VARIANT = 'id image inStock name options placements sku';
const MOCKUP_TASK =
	'@context @id @type catalogVariantMockups createdAt credits failureReasons finishedAt id status';

const FIELDS: Array<[resource: string, operation: string, fields: string]> = [
	['catalogProduct', 'get', PRODUCT],
	['catalogProduct', 'getAll', PRODUCT],
	['catalogVariant', 'get', VARIANT],
	['catalogVariant', 'getAll', VARIANT],
	[
		'mockupTask',
		'downloadImages',
		'catalogVariantId credits displayName mockupTaskId mockupUrl placement technique',
	],
	['mockupTask', 'get', MOCKUP_TASK],
	['mockupTask', 'getAll', MOCKUP_TASK],
	['order', 'cancel', ORDER],
	['order', 'confirm', ORDER],
	['order', 'create', PLACED_ORDER],
	['order', 'get', ORDER],
	['order', 'getAll', ORDER],
	['order', 'refund', ORDER],
	['order', 'reprint', PLACED_ORDER],
	['order', 'update', ORDER],
	[
		'orderItem',
		'update',
		'externalId files id name options orderExternalId orderId orderStatus quantity retailPrice variantId',
	],
	[
		'shipment',
		'getAll',
		'carrier id orderExternalId orderId service shipmentStatus shippedAt trackingId trackingUrl',
	],
];

const operations = FIELDS.map(([resource, operation]) => ({ resource, operation }));

/** The published schema of a version of a node, as n8n finds it. */
const published = (version: number, resource?: string, operation?: string): Schema =>
	loadOutputSchema({ nodeDir, version: String(version), resource, operation }) ?? {};

const versionOf = (name: string): number => Number(nodeType(name).description.version);

const ACTION = versionOf('podFulfilment');
const TRIGGER = versionOf('podFulfilmentTrigger');
const POLLING_TRIGGER = versionOf('podFulfilmentPollingTrigger');

/** What the spec's objects hold in both triggers' items, by path, with the types of each. */
function typesByPath({ type, properties, items }: Schema, path = ''): Array<[string, unknown]> {
	return [
		[path, type],
		...Object.entries(properties ?? {}).flatMap(([name, property]) =>
			typesByPath(property, `${path}.${name}`),
		),
		...(items ? typesByPath(items, `${path}[]`) : []),
	];
}

/** A schema that takes nothing beyond what it names. */
const closed = (schema: Schema): AnySchemaObject => ({
	...schema,
	...(schema.properties && {
		additionalProperties: false,
		properties: Object.fromEntries(
			Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]),
		),
	}),
	...(schema.items && { items: closed(schema.items) }),
});

function expectToFit(schema: Schema, samples: unknown[]): void {
	expect(samples).not.toHaveLength(0);
	const validate = new Ajv({ allowUnionTypes: true, keywords: ['version'] }).compile(
		closed(schema),
	);
	for (const sample of samples) {
		expect(validate(sample), JSON.stringify(validate.errors)).toBe(true);
	}
}

let answered: Map<string, SchemaFile>;

const answeredAt = (path: string): SchemaFile => {
	const file = answered.get(path);
	if (!file) throw new Error(`Nothing was answered for ${path}`);
	return file;
};

beforeAll(async () => {
	answered = await allSchemas();
});

describe('The output schemas in the package', () => {
	it('n8n finds a schema for each operation that the node has', () => {
		const { properties } = nodeType('podFulfilment').description;
		const lists = properties.filter(({ name }) => name === 'operation');
		const offered = lists.flatMap(({ displayOptions, options }) =>
			(options as Array<{ value: string }>).map(({ value }) => ({
				resource: String(displayOptions?.show?.resource?.[0]),
				operation: value,
			})),
		);
		expect(offered).toHaveLength(17);
		expect(operations).toEqual(expect.arrayContaining(offered));
	});

	it.each(FIELDS)('the schema names the fields of %s %s', (resource, operation, fields) => {
		const schema = published(ACTION, resource, operation);
		expect(schema.type).toBe('object');
		expect(Object.keys(schema.properties ?? {}).sort()).toEqual(fields.split(' '));
	});

	it.each(operations)(
		'the schema of $resource $operation fits the responses, and names nothing else',
		({ resource, operation }) => {
			const { schema, samples } = answeredAt(`v1.0.0/${resource}/${operation}.json`);
			expectToFit(published(ACTION, resource, operation), samples);
			expect(published(ACTION, resource, operation)).toEqual(schema);
		},
	);

	it.each([
		[
			'webhook',
			TRIGGER,
			'v1.1.0.json',
			'accountId changeId current currentError event eventId mockupTask occurredAt order retries shipment statistics webhookId',
		],
		[
			'polling',
			POLLING_TRIGGER,
			'v1.0.0.json',
			'changeId current currentError event eventId mockupTask occurredAt order shipment',
		],
	])(
		'one schema describes the events of the %s trigger, which n8n asks for by version alone',
		(_trigger, version, file, fields) => {
			expect(resolveOutputSchemaPath({ nodeDir, version: String(version) })).toBe(
				join(nodeDir, '__schema__', file),
			);
			const { schema, samples } = answeredAt(file);
			expectToFit(published(version), samples);
			expect(published(version)).toEqual(schema);
			expect(Object.keys(published(version).properties ?? {}).sort()).toEqual(fields.split(' '));
		},
	);

	it('the schemas give what both triggers emit the same types', () => {
		const ofWebhook = new Map(typesByPath(published(TRIGGER)));
		const shared = typesByPath(published(POLLING_TRIGGER)).filter(([path]) => ofWebhook.has(path));
		expect(shared.length).toBeGreaterThan(30);
		for (const [path, type] of shared) expect([path, type]).toEqual([path, ofWebhook.get(path)]);
	});

	it.each([
		['order.created', 'order current currentError'],
		['order.updated', 'order current currentError'],
		['mockup_task.finished', 'mockupTask statistics'],
		['shipment.created', 'shipment current currentError'],
	])('a schema describes the event %s on its own', (event, carried) => {
		const { schema, samples } = answeredAt(`v1.1.0/event/${event}.json`);
		expectToFit(published(TRIGGER, 'event', event), samples);
		expect(published(TRIGGER, 'event', event)).toEqual(schema);
		expect(Object.keys(published(TRIGGER, 'event', event).properties ?? {}).sort()).toEqual(
			[
				'accountId',
				'event',
				'eventId',
				'changeId',
				'occurredAt',
				'retries',
				'webhookId',
				...carried.split(' '),
			].sort(),
		);
	});
});
