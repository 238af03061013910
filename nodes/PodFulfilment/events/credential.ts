import type { IWebhookFunctions } from 'n8n-workflow';
import { parseSecrets } from './signature';
import { CREDENTIAL } from '../constants/credential';

const DEFAULT_HEADER_BRAND = 'Service';

/** What the credential says about the signature of deliveries. */
export interface SigningCredential {
	secrets: string[];
	headerBrand: string;
}

/**
 * Reads the signing secrets and the header brand. A credential that cannot be read counts as one without a
 * secret: the delivery is then refused, and the service sends it again later, when it may be readable.
 */
export async function readSigningCredential(
	context: IWebhookFunctions,
): Promise<SigningCredential> {
	try {
		const { signingSecret, headerBrand } = await context.getCredentials(CREDENTIAL);
		const brand = typeof headerBrand === 'string' ? headerBrand.trim() : '';
		return { secrets: parseSecrets(signingSecret), headerBrand: brand || DEFAULT_HEADER_BRAND };
	} catch {
		context.logger.warn(
			'The POD Fulfilment credential could not be read, so a delivery is refused',
		);
		return { secrets: [], headerBrand: DEFAULT_HEADER_BRAND };
	}
}
