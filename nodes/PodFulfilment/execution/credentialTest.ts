import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { serviceAddress } from '../transport/address';
import { membersOf } from '../api/pages';
import { withoutKey } from '../transport/serviceError';
import { isObject, text } from '../input/guards';

const refused = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/** An answer as n8n's request helper for credential tests hands it over. */
interface TestAnswer {
	statusCode: number;
	body: unknown;
}

const parsed = (body: unknown): unknown => {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
};

/** What an answer says about the credential, in plain words (spec sections 5 and 7). */
function verdictOn({ statusCode, body }: TestAnswer, address: string): INodeCredentialTestResult {
	const answer = parsed(body);
	if (statusCode === 200 && membersOf(answer)) {
		return { status: 'OK', message: 'Connection successful!' };
	}
	if (statusCode === 401 || statusCode === 403) {
		return refused(
			'The service refused the API key. Check that it is copied whole, that it has not been replaced by a newer one, and that it belongs to the environment of the Base URL.',
		);
	}
	if (statusCode === 422) {
		const said = isObject(answer) ? text(answer['hydra:description']) || text(answer.detail) : '';
		return refused(
			`The account is suspended. Contact the fulfilment service.${said === '' ? '' : ` It says: ${said}`}`,
		);
	}
	if (statusCode === 429) {
		return refused('The service asks for fewer requests. Wait a moment, then test again.');
	}
	if (statusCode >= 500) {
		return refused(
			`The service is not available at the moment (status ${statusCode}). Test again later.`,
		);
	}
	return refused(
		`${address} answers, but not as the fulfilment service does (status ${statusCode}). Check the Base URL.`,
	);
}

/**
 * Tests a credential by reading the catalog, which every account may.
 *
 * n8n's declarative test shows network codes as they are and takes any web page with status 200 for a success;
 * a function can say what to do.
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
		return refused(`${message}. ${description ?? ''}`.trim());
	}
	if (text(apiKey) === '') return refused('The API Key is empty. Enter the key of your account.');

	try {
		// eslint-disable-next-line @n8n/community-nodes/no-deprecated-workflow-functions -- n8n gives a credential test no other helper
		const answer = (await this.helpers.request({
			method: 'GET',
			uri: `${address}/api/catalog-products`,
			headers: { accept: 'application/ld+json', authorization: `Bearer ${text(apiKey)}` },
			followRedirect: false,
			resolveWithFullResponse: true,
			simple: false,
			timeout: 30_000,
		})) as TestAnswer;
		const verdict = verdictOn(answer, address);
		return { ...verdict, message: withoutKey(verdict.message, apiKey) };
	} catch {
		// The original would repeat the request with its key.
		return refused(
			`The service could not be reached at ${address}. Check the Base URL, and that your n8n may connect to it.`,
		);
	}
}
