import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { membersOf } from '../api/collection';
import { isObject, text } from '../input/guards';
import { serviceAddress } from '../transport/address';
import { redactApiKey } from '../transport/serviceError';

/** The user waits for the result in the credential's dialog. */
const TEST_TIMEOUT_MS = 30_000;

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** A response from n8n's request helper for credential tests. */
interface TestResponse {
	statusCode: number;
	body: unknown;
}

const parseIfText = (body: unknown): unknown => {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
};

/** Result for the user, from the response to the test request (spec sections 5 and 7). */
function testResultOf(
	{ statusCode, body }: TestResponse,
	address: string,
): INodeCredentialTestResult {
	const content = parseIfText(body);
	if (statusCode === 200 && membersOf(content)) {
		return { status: 'OK', message: 'Connection successful!' };
	}
	if (statusCode === 401 || statusCode === 403) {
		return failed(
			'The service refused the API key. Check that it is copied whole, that it has not been replaced by a newer one, and that it belongs to the environment of the Base URL.',
		);
	}
	if (statusCode === 422) {
		const serviceMessage = isObject(content)
			? text(content['hydra:description']) || text(content.detail)
			: '';
		return failed(
			`The account is suspended. Contact the fulfilment service.${serviceMessage === '' ? '' : ` It says: ${serviceMessage}`}`,
		);
	}
	if (statusCode === 429) {
		return failed('The service asks for fewer requests. Wait a moment, then test again.');
	}
	if (statusCode >= 500) {
		return failed(
			`The service is not available at the moment (status ${statusCode}). Test again later.`,
		);
	}
	return failed(
		`${address} answers, but not as the fulfilment service does (status ${statusCode}). Check the Base URL.`,
	);
}

/**
 * Tests a credential by reading the catalog, to which every account has access.
 *
 * n8n's declarative test shows raw network error codes and accepts any web page with status 200; a function can check
 * the body and say what to do.
 */
export async function podFulfilmentApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, apiKey } = credential.data ?? {};
	let address: string;
	try {
		address = serviceAddress(baseUrl);
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		return failed(`${message}. ${description ?? ''}`.trim());
	}
	if (text(apiKey) === '') return failed('The API Key is empty. Enter the key of your account.');

	try {
		// eslint-disable-next-line @n8n/community-nodes/no-deprecated-workflow-functions -- n8n gives a credential test no other helper
		const response = (await this.helpers.request({
			method: 'GET',
			uri: `${address}/api/catalog-products`,
			headers: { accept: 'application/ld+json', authorization: `Bearer ${text(apiKey)}` },
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: TEST_TIMEOUT_MS,
		})) as TestResponse;
		const result = testResultOf(response, address);
		return { ...result, message: redactApiKey(result.message, apiKey) };
	} catch {
		// The original error contains the request with its key.
		return failed(
			`The service could not be reached at ${address}. Check the Base URL, and that your n8n may connect to it.`,
		);
	}
}
