import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import type { INodePropertyOptions } from 'n8n-workflow';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import type { Schema } from '../../scripts/generate/schema/infer.ts';
import { nodeType } from './engine/nodes.ts';
import { packageFolder } from './engine/packageFolder.ts';

const nodeDir = join(packageFolder, 'dist', 'nodes', 'PodFulfilment');

/** The published schema of a version of a node, as n8n finds it. */
const published = (version: number, resource?: string, operation?: string): Schema =>
	loadOutputSchema({ nodeDir, version: String(version), resource, operation }) ?? {};

const versionOf = (name: string): number => Number(nodeType(name).description.version);

const TRIGGER = versionOf('podFulfilmentTrigger');
const POLLING_TRIGGER = versionOf('podFulfilmentPollingTrigger');

const operations = nodeType('podFulfilment')
	.description.properties.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(({ value }) => ({
			resource: String(displayOptions?.show?.resource?.[0]),
			operation: String(value),
		})),
	);

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

const fieldsOf = ({ properties = {} }: Schema): string[] => Object.keys(properties).sort();

describe('The output schemas in the package', () => {
	it.each(operations)('n8n finds the schema of $resource $operation', ({ resource, operation }) => {
		const schema = published(versionOf('podFulfilment'), resource, operation);
		expect(schema.type).toBe('object');
		expect(fieldsOf(schema)).not.toEqual([]);
	});

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
			expect(fieldsOf(published(version))).toEqual(fields.split(' '));
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
		expect(fieldsOf(published(TRIGGER, 'event', event))).toEqual(
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
