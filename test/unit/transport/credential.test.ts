import type { INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { credentialName } from '../../../nodes/PodFulfilment/transport/credential.ts';
import type { Caller } from '../../../nodes/PodFulfilment/transport/types.ts';

describe('The credential in messages', () => {
	it.each<[INode['credentials'], string]>([
		[
			{ podFulfilmentApi: { id: '1', name: 'Shop production' } },
			'the credential "Shop production"',
		],
		[{ podFulfilmentApi: { id: '1', name: '' } }, 'the POD Fulfilment credential'],
		[{ httpHeaderAuth: { id: '2', name: 'Other' } }, 'the POD Fulfilment credential'],
		[undefined, 'the POD Fulfilment credential'],
	])('the credential of a node with %j is called %s', (credentials, expected) => {
		expect(credentialName({ getNode: () => ({ credentials }) } as unknown as Caller)).toBe(
			expected,
		);
	});
});
