const { describe } = require('./describe.js');

/** The same with a credential, which it never reads: n8n asks its database about it for each execution. */
class EmptyCredentialTrigger {
	description = describe('Empty Credential Trigger', 'emptyCredentialTrigger', {
		credentials: [{ name: 'podFulfilmentApi', required: true }],
	});

	async webhook() {
		return { workflowData: [[{ json: {} }]] };
	}
}

module.exports = { EmptyCredentialTrigger };
