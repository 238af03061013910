import { describe, expect, it } from 'vitest';

import { membersOf, nextPagePath, readPages } from '../../../nodes/PodFulfilment/api/pages.ts';
import type { ApiClient } from '../../../nodes/PodFulfilment/transport/client.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/serviceError.ts';
import { caller } from '../transport/caller.ts';
import { expectNoSecret, expectPlainWords, wordingOf } from '../transport/wording.ts';

const ADDRESS = 'https://api.example.com';
const CURRENT = `${ADDRESS}/api/orders?page=1`;

const pageLinkedTo = (next: unknown) => ({
	'hydra:member': [],
	'hydra:view': { '@id': '/api/orders?page=1', 'hydra:next': next },
});

describe('membersOf (section 4)', () => {
	const members = [{ id: '1' }, { id: '2' }];

	it.each([
		['hydra:member', { '@type': 'hydra:Collection', 'hydra:member': members }],
		['member', { '@type': 'Collection', member: members }],
		['a plain array', members],
	])('finds the members in %s', (_, body) => {
		expect(membersOf(body)).toEqual(members);
	});

	it.each([[{ 'hydra:member': [] }], [{ member: [] }], [[]]])('finds no members in %j', (body) => {
		expect(membersOf(body)).toEqual([]);
	});

	it.each([
		[undefined],
		[null],
		['[]'],
		[7],
		[{}],
		[{ id: '1' }],
		[{ 'hydra:member': { 0: {} } }],
		[{ 'hydra:member': 'none' }],
		[{ member: null }],
	])('returns undefined for a body that is no collection: %j', (body) => {
		expect(membersOf(body)).toBeUndefined();
	});
});

describe('nextPagePath', () => {
	it.each([
		['/api/orders?page=2', '/api/orders?page=2'],
		['?page=2', '/api/orders?page=2'],
		['orders?page=2', '/api/orders?page=2'],
		['https://api.example.com/api/orders?page=2', '/api/orders?page=2'],
		['https://api.example.com:443/api/orders?page=2', '/api/orders?page=2'],
		['//api.example.com/api/orders?page=2', '/api/orders?page=2'],
		['/api/orders?page=2#top', '/api/orders?page=2'],
		['/api/orders?cursor=a%2Fb%3D&itemsPerPage=30', '/api/orders?cursor=a%2Fb%3D&itemsPerPage=30'],
	])('resolves %s to %s', (link, path) => {
		expect(nextPagePath(pageLinkedTo(link), CURRENT, ADDRESS)).toBe(path);
	});

	it('reads the newer names without prefix', () => {
		const body = { member: [], view: { next: '/api/orders?page=2' } };
		expect(nextPagePath(body, CURRENT, ADDRESS)).toBe('/api/orders?page=2');
	});

	it.each([
		['/print/api/orders?page=2', '/api/orders?page=2'],
		['/api/orders?page=2', '/api/orders?page=2'],
		['?page=2', '/api/orders?page=2'],
		['https://gateway.example.com/print/api/orders?page=2', '/api/orders?page=2'],
		['/printing/api/orders?page=2', '/printing/api/orders?page=2'],
	])('resolves %s to %s below an address with a path prefix', (link, path) => {
		const address = 'https://gateway.example.com/print';
		const current = `${address}/api/orders?page=1`;
		expect(nextPagePath(pageLinkedTo(link), current, address)).toBe(path);
	});

	it.each([
		'https://elsewhere.example/api/orders?page=2',
		'//elsewhere.example/api/orders?page=2',
		'/\\elsewhere.example/api/orders?page=2',
		'http://api.example.com/api/orders?page=2',
		'https://api.example.com:8443/api/orders?page=2',
		'https://api.example.com.elsewhere.example/api/orders',
		'https://api.example.com@elsewhere.example/api/orders',
		'javascript:alert(1)',
		'data:application/json,[]',
	])('rejects %s, which must not get the key', (link) => {
		expect(() => nextPagePath(pageLinkedTo(link), CURRENT, ADDRESS)).toThrow(RangeError);
	});

	it('returns no path that leads to another host when appended to the address', () => {
		const link = 'https://api.example.com//elsewhere.example/api/orders';
		const path = nextPagePath(pageLinkedTo(link), CURRENT, ADDRESS);
		expect(new URL(`${ADDRESS}${path}`).host).toBe('api.example.com');
	});

	it.each([
		['no view', { 'hydra:member': [] }],
		['a view of one page', { 'hydra:view': { '@id': '/api/orders?page=1' } }],
		['an empty link', pageLinkedTo('')],
		['a link that is no text', pageLinkedTo(2)],
		['a view that is no object', { 'hydra:view': '/api/orders?page=2' }],
		['a plain array', [{ id: '1' }]],
		['nothing', undefined],
	])('returns undefined for %s', (_, body) => {
		expect(nextPagePath(body, CURRENT, ADDRESS)).toBeUndefined();
	});
});

describe('readPages', () => {
	it('names the credential when the next page is at another address', async () => {
		const client = {
			caller,
			address: ADDRESS,
			send: async () => ({
				status: 200,
				headers: {},
				body: pageLinkedTo('https://elsewhere.example.com/api/orders?page=2'),
			}),
		} as unknown as ApiClient;
		const pages = readPages(client, { path: '/api/orders', about: 'the list of orders' });
		const error: unknown = await pages.next().catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(ServiceError);
		expectPlainWords(wordingOf(error as ServiceError));
		expect((error as ServiceError).description).toContain('"Shop production"');
		expectNoSecret(error as ServiceError);
	});
});
