import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type Workflow,
} from 'n8n-workflow';

import { credentialType } from './nodes.ts';

/**
 * Does the same as n8n's own helper for a credential with generic authentication, without storage: passes the fields to
 * the node, with expressions on the item resolved, and resolves the expressions of `authenticate` with them.
 */
export class CredentialsHelper extends ICredentialsHelper {
	private readonly stored: ICredentialDataDecryptedObject;

	constructor(stored: ICredentialDataDecryptedObject) {
		super();
		this.stored = stored;
	}

	override async getDecrypted(
		...[, , , mode, executeData, , item]: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		if (!item) return { ...this.stored };
		return item.workflow.expression.getParameterValue(
			{ ...this.stored } as INodeParameters,
			item.runExecutionData ?? null,
			item.runIndex,
			item.itemIndex,
			item.node.name,
			item.connectionInputData,
			mode,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = credentialType(typeName);
		if (typeof authenticate !== 'object' || !workflow || !node) {
			throw new Error('This helper supports only generic authentication');
		}
		for (const [name, value] of Object.entries(authenticate.properties.headers ?? {})) {
			requestOptions.headers = {
				...requestOptions.headers,
				[name]: workflow.expression.getSimpleParameterValue(
					node,
					value as string,
					'internal',
					{ $credentials: credentials },
					undefined,
					'',
				),
			};
		}
		return requestOptions;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<ICredentials> {
		throw new Error('Stored credentials are not read in these tests');
	}

	override async updateCredentials(): Promise<void> {}

	override async updateCredentialsOauthTokenData(): Promise<void> {}

	override getCredentialsProperties(type: string): INodeProperties[] {
		return credentialType(type).properties;
	}
}
