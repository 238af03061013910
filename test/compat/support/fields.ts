import type { INodeProperties } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.ts';
import type { Credential } from '../../../scripts/n8n/credentials.ts';
import { itemsOf, type Item } from '../../../scripts/n8n/executions.ts';
import { actionNode, manualWorkflow } from '../../e2e/support/workflows.ts';
import { createFromJson } from '../../support/createFromJson.ts';
import type { VersionOfN8n } from './installedN8n.ts';
import { run } from './workflows.ts';

/** What the tests of the fields need; the first two once they have started. */
interface Parts {
	n8n: () => VersionOfN8n;
	sandbox: () => Sandbox;
	storeCredential: (name: string) => Promise<Credential>;
}

/** Fields that n8n has to load and hand to the node, with what they do. */
export function testFields({ n8n, sandbox, storeCredential }: Parts): void {
	/** The parameter with this name, wherever it is in the action node as n8n loaded it. */
	const loadedParameter = async (name: string): Promise<INodeProperties[]> => {
		interface Loaded {
			properties: INodeProperties[];
		}
		const [node] = await n8n().rest.call<Loaded[]>('POST', '/rest/node-types', {
			nodeInfos: [{ name: 'n8n-nodes-pod-fulfilment.podFulfilment', version: 1 }],
		});
		const all = (node?.properties ?? []).flatMap((property) => [
			property,
			...((property.options ?? []) as INodeProperties[]),
		]);
		return all.filter((parameter) => parameter.name === name);
	};

	/** Runs one action. Returns its items. */
	const runAction = async (name: string, parameters: object): Promise<Item[]> => {
		const credential = await storeCredential('Fields');
		const node = actionNode(name, credential, { ...parameters });
		const execution = await run(n8n().rest, manualWorkflow(name, [node]));
		expect(execution.error?.message).toBeUndefined();
		return itemsOf(execution, name);
	};

	it('Wait for Validation has 30 seconds once it is added, and Create waits for the reason', async () => {
		const fields = await loadedParameter('waitForValidation');
		expect(fields.map((field) => field.default)).toContain(30);
		const order = sandbox().control.exampleOrder({ externalId: 'COMPAT-FAILED' });
		const [line] = order.orderItems;
		const missing = {
			type: 'front',
			layers: [{ url: `${sandbox().url}/_sandbox/files/missing.png` }],
		};
		const [item] = await runAction('Wait', {
			...createFromJson('COMPAT-FAILED', {
				...order,
				orderItems: [{ ...line, placements: [{ ...line?.placements[0], ...missing }] }],
			}),
			options: { waitForValidation: 30, onFailedValidation: 'handBack' },
		});
		expect(item?.json).toMatchObject({ externalId: 'COMPAT-FAILED', status: 'failed' });
		expect(item?.json.warnings).toContainEqual(expect.stringContaining('cannot be read'));
	});

	it('Items to Reprint is a field of its own, and only the chosen items are reprinted', async () => {
		expect(await loadedParameter('itemIds')).not.toEqual([]);
		const externalId = 'COMPAT-ORIGINAL';
		const variants = sandbox().control.variants().slice(0, 2);
		const body = sandbox().control.exampleOrder({
			externalId,
			variantIds: variants.map(({ id }) => id),
		});
		await runAction('Original', createFromJson(externalId, body));
		await sandbox().control.stepOrder(`@${externalId}`, 'shipped');
		const original = sandbox().control.order(`@${externalId}`);
		expect(original.items).toHaveLength(2);
		const [item] = await runAction('Reprint', {
			resource: 'order',
			operation: 'reprint',
			orderId: { __rl: true, mode: 'externalId', value: externalId },
			externalId: 'COMPAT-REPRINT',
			itemIds: [original.items[0]?.id],
		});
		expect(item?.json).toMatchObject({ externalId: 'COMPAT-REPRINT', outcome: 'placed' });
		expect(sandbox().control.order('@COMPAT-REPRINT').items).toHaveLength(1);
	});

	it.each(['catalogProduct', 'catalogVariant'])(
		'Download Image of %s returns a picture as binary data',
		async (resource) => {
			expect(await loadedParameter('downloadImage')).not.toEqual([]);
			const [variant] = sandbox().control.variants();
			const [item] = await runAction('Get', {
				resource,
				operation: 'get',
				productId: { __rl: true, mode: 'id', value: variant?.productId },
				variantId: { __rl: true, mode: 'id', value: variant?.id },
				options: { downloadImage: true },
			});
			expect(item?.binary?.data).toMatchObject({
				mimeType: 'image/png',
				fileName: expect.stringMatching(/\.png$/) as string,
			});
		},
	);

	it('Download Images returns the images of a mockup task as binary data', async () => {
		const { id } = await sandbox().control.createMockupTask();
		await sandbox().control.stepMockupTask(id, 'completed');
		const items = await runAction('Download', {
			resource: 'mockupTask',
			operation: 'downloadImages',
			mockupTaskId: { __rl: true, mode: 'id', value: id },
		});
		expect(items.length).toBeGreaterThan(0);
		for (const { binary } of items) expect(binary?.data?.mimeType).toBe('image/png');
	});

	it('Simplify returns a product with its description as plain text', async () => {
		const [product] = sandbox().control.products();
		const get = { resource: 'catalogProduct', operation: 'get' };
		const productId = { __rl: true, mode: 'id', value: product?.id };
		const [simplified] = await runAction('Get', { ...get, productId, simplify: true });
		const [whole] = await runAction('Get', { ...get, productId, simplify: false });
		expect(simplified?.json.description).not.toContain('<');
		expect(simplified?.json).not.toHaveProperty('@id');
		expect(whole?.json.description).toContain('<p>');
	});
}
