import { describe, expect, it } from 'vitest';
import { membersOf, nextPagePath, readPages } from '../../../nodes/PodFulfilment/api/pages.ts';
import type { ApiClient } from '../../../nodes/PodFulfilment/transport/client.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/serviceError.ts';
import { caller } from '../transport/caller.ts';
import { expectNoSecret, expectPlainWords, wordingOf } from '../transport/wording.ts';

const ADDRESS = 'https://api.example.com';
const CURRENT = `${ADDRESS}/api/orders?page=1`;

const linkedTo = (next: unknown) => ({
	'hydra:member': [],
	'hydra:view': { '@id': '/api/orders?page=1', 'hydra:next': next },
});

describe('The members of a collection (section 4)', () => {
	const members = [{ id: '1' }, { id: '2' }];

	it.each([
		['hydra:member', { '@type': 'hydra:Collection', 'hydra:member': members }],
		['member', { '@type': 'Collection', member: members }],
		['a plain array', members],
	])('are found in %s', (_where, body) => {
		expect(membersOf(body)).toEqual(members);
	});

	it.each([[{ 'hydra:member': [] }], [{ member: [] }], [[]]])('may be none: %j', (body) => {
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
	])('are told from an answer that is no collection: %j', (body) => {
		expect(membersOf(body)).toBeUndefined();
	});
});

describe('The next page of a collection', () => {
	it.each([
		['/api/orders?page=2', '/api/orders?page=2'],
		['?page=2', '/api/orders?page=2'],
		['orders?page=2', '/api/orders?page=2'],
		['https://api.example.com/api/orders?page=2', '/api/orders?page=2'],
		['https://api.example.com:443/api/orders?page=2', '/api/orders?page=2'],
		['//api.example.com/api/orders?page=2', '/api/orders?page=2'],
		['/api/orders?page=2#top', '/api/orders?page=2'],
		['/api/orders?cursor=a%2Fb%3D&itemsPerPage=30', '/api/orders?cursor=a%2Fb%3D&itemsPerPage=30'],
	])('linked as %s is %s', (link, path) => {
		expect(nextPagePath(linkedTo(link), CURRENT, ADDRESS)).toBe(path);
	});

	it('is found under the newer names without the prefix as well', () => {
		const body = { member: [], view: { next: '/api/orders?page=2' } };
		expect(nextPagePath(body, CURRENT, ADDRESS)).toBe('/api/orders?page=2');
	});

	it.each([
		['/print/api/orders?page=2', '/api/orders?page=2'],
		['/api/orders?page=2', '/api/orders?page=2'],
		['?page=2', '/api/orders?page=2'],
		['https://gateway.example.com/print/api/orders?page=2', '/api/orders?page=2'],
		['/printing/api/orders?page=2', '/printing/api/orders?page=2'],
	])('behind an address with a prefix, %s is %s', (link, path) => {
		const address = 'https://gateway.example.com/print';
		const current = `${address}/api/orders?page=1`;
		expect(nextPagePath(linkedTo(link), current, address)).toBe(path);
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
	])('is not followed to %s: the key must not go there', (link) => {
		expect(() => nextPagePath(linkedTo(link), CURRENT, ADDRESS)).toThrow(RangeError);
	});

	it('is never a path that leaves the host when it is put behind the address', () => {
		const link = 'https://api.example.com//elsewhere.example/api/orders';
		const path = nextPagePath(linkedTo(link), CURRENT, ADDRESS);
		expect(new URL(`${ADDRESS}${path}`).host).toBe('api.example.com');
	});

	it.each([
		['no view', { 'hydra:member': [] }],
		['a view of one page', { 'hydra:view': { '@id': '/api/orders?page=1' } }],
		['an empty link', linkedTo('')],
		['a link that is no text', linkedTo(2)],
		['a view that is no object', { 'hydra:view': '/api/orders?page=2' }],
		['a plain array', [{ id: '1' }]],
		['nothing', undefined],
	])('there is none after %s', (_what, body) => {
		expect(nextPagePath(body, CURRENT, ADDRESS)).toBeUndefined();
	});
});

describe('Reading a collection', () => {
	it('names the credential when the next page is at another address', async () => {
		const client = {
			caller,
			address: ADDRESS,
			send: async () => ({
				status: 200,
				headers: {},
				body: linkedTo('https://elsewhere.example.com/api/orders?page=2'),
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
