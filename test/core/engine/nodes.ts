import { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialType,
	INodeType,
	INodeTypeData,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';
import { createRequire } from 'node:module';

import { START, startNodeType } from '../../support/workflow.ts';
import { packageFolder } from './packageFolder.ts';

const require = createRequire(import.meta.url);

/**
 * Loads the package with n8n's own loader from the files that npm would publish, as a process of n8n does: what the nodes
 * keep in memory is empty.
 */
export async function loadPackage(): Promise<PackageDirectoryLoader> {
	for (const path of Object.keys(require.cache)) {
		if (path.startsWith(packageFolder)) delete require.cache[path];
	}
	const loader = new PackageDirectoryLoader(packageFolder);
	await loader.loadAll();
	return loader;
}

export const loader = await loadPackage();

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
