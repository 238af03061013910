import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { ENGINES } from './engine/execution.ts';
import { runNode } from './orderRuns.ts';
import { createParameters, locate, plainVariant, useSandbox, variantWith } from './support.ts';

// An item is named after its variant (spec section 2: a freely assigned name). Whoever changes the variant must not find the
// old one's name on the item, nor lose a name of his own.

const node = useSandbox();

const itemOf = (): IDataObject =>
	(node.sandbox.control.order('@A-1') as unknown as { items: IDataObject[] }).items[0] ?? {};

describe.each(ENGINES)('An item whose variant is changed, on the engine of %s', (engine) => {
	const change = async (name: string, mode: 'id' | 'sku') => {
		const { sandbox } = node;
		const before = plainVariant(sandbox);
		const after = variantWith(
			sandbox,
			({ productId, id }) => productId === before.productId && id !== before.id,
		);
		const create = createParameters(sandbox, 'A-1');
		const [row = {}] = (create.items as { item: INodeParameters[] }).item;
		const named = { ...row, name };
		const { json } = await runNode(node, { ...create, items: { item: [named] } }, { engine });
		const [placed] = json[0]?.orderItems as IDataObject[];
		const given = itemOf().name;
		const changed = await runNode(
			node,
			{
				...{ resource: 'orderItem', operation: 'update' },
				orderId: locate('externalId', 'A-1'),
				orderItemId: locate('id', String(placed?.id)),
				updateFields: { variantId: locate(mode, mode === 'id' ? after.id : String(after.sku)) },
			},
			{ engine },
		);
		expect(changed.error).toBeUndefined();
		expect(itemOf().variantId).toBe(after.id);
		return { given, before, after, changed };
	};

	it.each(['id', 'sku'] as const)(
		'has the name that the catalog gives the new one, found by its %s',
		async (mode) => {
			const { given, before, after, changed } = await change('', mode);
			const words = (name: unknown): string => String(name).replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
			expect(words(given)).toContain(words(before.name));
			expect(words(itemOf().name)).toContain(words(after.name));
			expect(changed.json[0]?.name).toBe(itemOf().name);
			expect(changed.hints.map(({ message }) => message).join()).not.toContain('keeps its name');
		},
	);

	it('keeps a name that was entered', async () => {
		const { changed } = await change('Team shirt', 'id');
		expect(itemOf().name).toBe('Team shirt');
		if (engine === 'customOperations') {
			expect(changed.hints.map(({ message }) => message).join()).toContain(
				'keeps its name "Team shirt"',
			);
		}
	});
});
