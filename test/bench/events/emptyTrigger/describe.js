/** The description of a trigger without parameters and without any expression. */
exports.describe = (displayName, name, more = {}) => ({
	displayName,
	name,
	group: ['trigger'],
	// Of this version as the node that it stands beside: n8n does more for each call of a node of version 1.
	version: 1.1,
	description: 'Starts the workflow with an empty item',
	defaults: { name: displayName },
	inputs: [],
	outputs: ['main'],
	webhooks: [
		{
			name: 'default',
			httpMethod: 'POST',
			path: 'empty',
			responseMode: 'onReceived',
			responseData: 'noData',
		},
	],
	properties: [],
	...more,
});
