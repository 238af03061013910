import type { DeclarativeRestApiSettings, IExecutePaginationFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { runTool } from '../../../nodes/PodFulfilment/execution/executeOperation.ts';
import type { OperationDefinition } from '../../../nodes/PodFulfilment/execution/operation.ts';

describe("n8n's declarative engine", () => {
	it('sends nothing for the items of a workflow, as in an n8n without customOperations', async () => {
		const node = { name: 'POD Fulfilment' };
		const caller = { getNode: () => node, getExecuteData: () => ({ node }) };
		const run = runTool({} as OperationDefinition).call(
			caller as unknown as IExecutePaginationFunctions,
			{} as DeclarativeRestApiSettings.ResultOptions,
		);
		await expect(run).rejects.toThrow('This version of n8n is too old for the node');
	});
});
