/** Starts the workflow with an empty item, whoever calls: no parameters, no credential, no expression. */
class EmptyTrigger {
	description = {
		displayName: 'Empty Trigger',
		name: 'emptyTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with an empty item',
		defaults: { name: 'Empty Trigger' },
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
	};

	async webhook() {
		return { workflowData: [[{ json: {} }]] };
	}
}

module.exports = { EmptyTrigger };
