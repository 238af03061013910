import type { INodeProperties } from 'n8n-workflow';

/** The option 'Download Image' of an operation that gets one thing of the catalog. */
export const downloadImageField: INodeProperties = {
	displayName: 'Download Image',
	name: 'downloadImage',
	type: 'boolean',
	default: false,
	description: 'Whether to download the image and return it as the binary file "data"',
};
