import type { N8nRest } from './rest.ts';

export interface Credential {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

/** Creates the credential, or updates the one of the same name and type. */
export async function saveCredential(
	rest: N8nRest,
	credential: Omit<Credential, 'id'>,
): Promise<Credential> {
	const all = await rest.call<Array<Omit<Credential, 'data'>>>('GET', '/rest/credentials');
	const existing = all.find(
		({ name, type }) => name === credential.name && type === credential.type,
	);
	const saved = existing
		? await rest.call<{ id: string }>('PATCH', `/rest/credentials/${existing.id}`, credential)
		: await rest.call<{ id: string }>('POST', '/rest/credentials', credential);
	return { ...credential, id: saved.id };
}

/** Tests a credential, as the editor's Test button does. */
export async function testCredential(
	rest: N8nRest,
	credential: Credential,
): Promise<CredentialTest> {
	return await rest.call('POST', '/rest/credentials/test', { credentials: credential });
}
