import { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialType,
	INodeType,
	INodeTypeData,
	INodeTypeDescription,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';

import { packageFolder } from './packageFolder.ts';

/** Type of a node in place of a trigger; its output is pinned, so it never runs. */
export const START = 'test.start';

const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: START,
		group: ['trigger'],
		version: 1,
		description: 'Starts a run with pinned items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	} satisfies INodeTypeDescription,
	execute: async () => [[]],
};

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
		return name === START ? startNode : nodeType(name.replace(/^.*\./, ''));
	}

	getKnownTypes(): INodeTypeData {
		return {};
	}
}
