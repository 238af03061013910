import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

export interface OutputSchema {
	type?: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** What documents are generated from. */
export interface Sources {
	action: INodeTypeDescription;
	polling: INodeTypeDescription;
	webhook: INodeTypeDescription;
	credential: ICredentialType;
	/** Why something is found about an order, by its name. */
	causes: Readonly<Record<string, { means: string; field?: string }>>;
	/** Reads a file of nodes/PodFulfilment/__schema__; undefined for one that is missing. */
	schema: (path: string) => OutputSchema | undefined;
}

/** Parameters that n8n adds to nodes of any package. */
export const OF_N8N = ['requestOptions', 'pollTimes'];
