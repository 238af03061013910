import { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialType,
	INodeType,
	INodeTypeData,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';

import { START, startNodeType } from '../../support/workflow.ts';
import { packageFolder } from './packageFolder.ts';

/** The package, loaded by n8n's own loader from the files that npm would publish. */
export const loader = new PackageDirectoryLoader(packageFolder);
await loader.loadAll();

export const nodeType = (name: string): INodeType => loader.getNode(name).type as INodeType;

export const credentialType = (name: string): ICredentialType => loader.getCredential(name).type;

export class NodeTypes implements INodeTypes {
	getByName(name: string): INodeType | IVersionedNodeType {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string): INodeType {
		return name === START ? startNodeType : nodeType(name.replace(/^.*\./, ''));
	}

	getKnownTypes(): INodeTypeData {
		return {};
	}
}
