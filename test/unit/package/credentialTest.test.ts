import fc from 'fast-check';
import { Workflow, type INode, type INodeTypes } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import { serviceAddress } from '../../../nodes/PodFulfilment/transport/credential.ts';

const { request, rules } = new PodFulfilmentApi().test;

const node: INode = {
	id: '1',
	name: 'Temp-Node',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const nodeTypes = {
	getByNameAndVersion: () => ({ description: { properties: [] } }),
} as unknown as INodeTypes;
const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });

/** The address to which the test sends the key; empty if nothing is sent. */
const testedAddress = (baseUrl: string): unknown =>
	expression.getSimpleParameterValue(node, request.baseURL, 'internal', {
		$credentials: { baseUrl },
	});

/** Undefined where the nodes refuse the Base URL. */
const addressOfNodes = (baseUrl: string): string | undefined => {
	try {
		return serviceAddress(baseUrl);
	} catch {
		return undefined;
	}
};

describe('The credential test', () => {
	it('the credential test reads the catalog and follows no redirect', () => {
		expect(request).toMatchObject({
			url: '/api/catalog-products',
			headers: { accept: 'application/ld+json' },
			disableFollowRedirect: true,
		});
		expect(request.method ?? 'GET').toBe('GET');
	});

	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['  https://api.example.com/ \n', 'https://api.example.com'],
		['https://api.example.com/api', 'https://api.example.com'],
		['https://api.example.com:8443/api/', 'https://api.example.com:8443'],
		['https://gateway.example.com/print/api/', 'https://gateway.example.com/print'],
		['https://gateway.example.com/a/b//', 'https://gateway.example.com/a/b'],
		['https://gateway.example.com/api/api', 'https://gateway.example.com/api'],
		['https://api', 'https://api'],
		['https://gateway.example.com/myapi', 'https://gateway.example.com/myapi'],
		['https://[2001:db8::1]/api', 'https://[2001:db8::1]'],
		['http://localhost:4010/api', 'http://localhost:4010'],
		['http://sandbox.localhost:4010', 'http://sandbox.localhost:4010'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['http://[::1]:4010', 'http://[::1]:4010'],
		['api.example.com', 'https://api.example.com'],
		[' api.example.com:8443/api ', 'https://api.example.com:8443'],
		['gateway:8443', 'https://gateway:8443'],
		['localhost:4010', 'http://localhost:4010'],
		['127.0.0.1:4010/api/', 'http://127.0.0.1:4010'],
		['[::1]:4010', 'http://[::1]:4010'],
	])('the credential test sends to the same address as the nodes for %j', (entered, address) => {
		expect(testedAddress(entered)).toBe(address);
		expect(addressOfNodes(entered)).toBe(address);
	});

	it.each([
		'',
		'gateway',
		'user:password@api.example.com',
		'ftp://api.example.com',
		'http://api.example.com',
		'http://127.0.0.1.example.com',
		'http://localhost.example.com',
		'http://localhost@example.com',
		'https://user:password@api.example.com',
		'https://api.example.com?key=1',
		'https://api.example.com/#orders',
	])('the credential test sends nothing for %j, as the nodes', (entered) => {
		expect(testedAddress(entered)).toBe('');
		expect(addressOfNodes(entered)).toBeUndefined();
	});

	it('the credential test never sends to another address than the nodes', () => {
		const part = fc.constantFrom(
			...[
				'http:',
				'https:',
				'HTTP:',
				'//',
				'/',
				'\\',
				'localhost',
				'127.0.0.1',
				'[::1]',
				'a.example',
			],
			...['@', ':', '80', '99999', '.', '?', '#', 'api', 'x', ' ', '%2f', '\n'],
		);
		const entered = fc
			.tuple(
				fc.constantFrom('https://', 'http://', '', 'a.example', 'localhost', 'a:80'),
				fc.array(part, { maxLength: 8 }),
			)
			.map(([start, parts]) => start + parts.join(''));
		fc.assert(
			fc.property(entered, (baseUrl) => {
				const address = String(testedAddress(baseUrl));
				if (!URL.canParse(address)) return;
				const { origin, pathname } = new URL(address);
				expect(addressOfNodes(baseUrl)).toBe(`${origin}${pathname}`.replace(/\/+$/, ''));
			}),
			{ numRuns: 2000 },
		);
	});

	it('the credential test has one message for each status, in plain words', () => {
		const messages = (rules ?? []).map(({ properties }) => properties.message);
		for (const message of messages) {
			expect(message).toMatch(/^[A-Z].*\.$/);
			expect(message).not.toMatch(/error|problem|failure|mistake/i);
		}
		const statuses = (rules ?? [])
			.filter(({ type }) => type === 'responseCode')
			.map(({ properties }) => Number(properties.value));
		expect(statuses).toEqual(expect.arrayContaining([401, 403, 404, 422, 429, 503]));
		// Every other status is judged by its body; those have to reach their rules.
		expect(request.ignoreHttpStatusErrors).toEqual({ ignore: true, except: statuses });
	});
});
