// n8n's hooks for activating the webhook trigger: nothing is registered, but the credential must have a signing secret.

import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../../transport/credential';
import { parseSecrets } from './signature';

/**
 * n8n's hooks for activating and deactivating the trigger. The service has no endpoint to register a webhook (spec
 * section 6): the user pastes the URL into the provider's settings. So `create` only checks the credential.
 */
export const webhookMethods = {
	default: {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			return false;
		},
		async create(this: IHookFunctions): Promise<boolean> {
			const { signingSecret } = await this.getCredentials(CREDENTIAL);
			if (parseSecrets(signingSecret).length === 0) {
				const next = this.getMode() === 'manual' ? 'listen again' : 'publish the workflow again';
				// When activation fails, n8n shows the message only, without the description.
				throw new NodeOperationError(
					this.getNode(),
					`The credential has no signing secret. Turn on Use the Webhook Trigger in it, copy the secret from the webhook settings of your provider into the field Signing Secret, then ${next}.`,
				);
			}
			return true;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			return true;
		},
	},
};
