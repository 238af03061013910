import { Workflow, type IDataObject, type INodeParameters, type INodeTypes } from 'n8n-workflow';
import { description } from './description.ts';

const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;

/** Evaluates an expression of the description as n8n's editor does, with the node's parameters and input items. */
export function evaluate(
	expression: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
): unknown {
	const workflow = new Workflow({
		nodes: [
			{
				id: '1',
				name: 'POD Fulfilment',
				type: 'podFulfilment',
				typeVersion: 1,
				position: [0, 0],
				parameters,
			},
		],
		connections: {},
		active: false,
		nodeTypes,
	});
	return workflow.expression.getParameterValue(
		expression,
		null,
		0,
		0,
		'POD Fulfilment',
		items.map((json) => ({ json })),
		'manual',
		{},
	);
}
