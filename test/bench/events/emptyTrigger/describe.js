/** The description of a trigger without parameters and without any expression. */
exports.describe = (displayName, name, more = {}) => ({
	displayName,
	name,
	group: ['trigger'],
	version: 1,
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
