import {
	resolveWebhookDescriptionField,
	webhookDescriptionIsNativelyResolvable,
	type IDataObject,
	type INodeProperties,
	type INodePropertyOptions,
	type IWebhookDescription,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import * as service from '../../../nodes/PodFulfilment/spec/service.ts';
import { mockupTaskStatuses, orderStatuses, shipmentStatuses } from './webhook/deliveries.ts';
import { description, workflowWith } from './workflow.ts';

const [webhook] = description.webhooks as [IWebhookDescription];

const find = (properties: unknown[], name: string): INodeProperties => {
	const found = (properties as INodeProperties[]).find((property) => property.name === name);
	if (found === undefined) throw new Error(`There is no parameter ${name}`);
	return found;
};
const parameter = (name: string, within?: string): INodeProperties =>
	within === undefined
		? find(description.properties, name)
		: find(parameter(within).options ?? [], name);
const valuesOf = ({ options }: INodeProperties): unknown[] =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

describe('The parameters of the trigger', () => {
	it('the parameters keep the names, values and defaults that saved workflows refer to', () => {
		expect(valuesOf(parameter('events')).sort()).toEqual(
			[
				'order.created',
				'order.updated',
				'mockup_task.finished',
				'shipment.created',
				'other',
			].sort(),
		);
		expect(valuesOf(parameter('outputs'))).toEqual(['single', 'perEvent']);
		expect(parameter('outputs').default).toBe('single');
		expect(parameter('toleranceSeconds', 'options').default).toBe(1200);
		expect(parameter('ignoreDuplicates', 'options').default).toBe(true);
		expect(parameter('acknowledge', 'options').default).toBe('immediately');
		expect(valuesOf(parameter('acknowledge', 'options')).sort()).toEqual([
			'afterFinish',
			'immediately',
		]);
		expect(parameter('rawBody', 'options').default).toBe(false);
		expect(description).toMatchObject({
			name: 'podFulfilmentTrigger',
			version: 1.1,
			credentials: [{ name: 'podFulfilmentApi', required: true }],
		});
	});

	it.each([
		['orderStatuses', orderStatuses],
		['mockupTaskStatuses', mockupTaskStatuses],
		['shipmentStatuses', shipmentStatuses],
	])('the filter %s offers every status of spec section 3', (name, statuses) => {
		expect(valuesOf(parameter(name, 'filters')).sort()).toEqual([...statuses].sort());
	});

	it('the constants have the statuses and event types of the spec', () => {
		expect([...service.ORDER_STATUSES].sort()).toEqual([...orderStatuses].sort());
		expect([...service.SHIPMENT_STATUSES].sort()).toEqual([...shipmentStatuses].sort());
		expect([...service.MOCKUP_TASK_STATUSES].sort()).toEqual([...mockupTaskStatuses].sort());
		expect(service.EVENT_TYPES).toEqual([
			'order.created',
			'order.updated',
			'mockup_task.finished',
			'shipment.created',
		]);
	});
});

describe('The response to an accepted delivery', () => {
	const responseModes: Array<[IDataObject, string]> = [
		[{}, 'onReceived'],
		[{ options: {} }, 'onReceived'],
		[{ options: { acknowledge: 'immediately' } }, 'onReceived'],
		[{ options: { acknowledge: 'afterFinish' } }, 'lastNode'],
	];
	it.each(responseModes)(
		'the response has the same mode from the resolver as from the expression: %j',
		(parameters, mode) => {
			const { workflow, node } = workflowWith(parameters);
			const { responseMode } = webhook;
			expect(workflow.expression.getSimpleParameterValue(node, responseMode, 'internal', {})).toBe(
				mode,
			);
			expect(resolveWebhookDescriptionField(node, webhook, 'responseMode')).toEqual({
				resolved: true,
				value: mode,
			});
		},
	);

	it('no field of the webhook needs the expression engine', () => {
		expect(webhookDescriptionIsNativelyResolvable(webhook)).toBe(true);
	});

	it('the response contains no data of the workflow', () => {
		expect(webhook.responseData).toBe('noData');
	});
});
