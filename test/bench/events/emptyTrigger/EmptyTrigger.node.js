const { describe } = require('./describe.js');

/** Starts the workflow with an empty item, whoever calls. */
class EmptyTrigger {
	description = describe('Empty Trigger', 'emptyTrigger');

	async webhook() {
		return { workflowData: [[{ json: {} }]] };
	}
}

module.exports = { EmptyTrigger };
