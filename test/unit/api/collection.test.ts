import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
	membersOf,
	nextPagePath,
	numberedPagePath,
	ownPath,
	readableMembersOf,
	totalOf,
} from '../../../nodes/PodFulfilment/api/collection.ts';
import { CASES, SEED } from '../../support/seed.ts';

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
	])('membersOf finds the members in %s', (_, body) => {
		expect(membersOf(body)).toEqual(members);
	});

	it.each([[{ 'hydra:member': [] }], [{ member: [] }], [[]]])(
		'membersOf finds no members in %j',
		(body) => {
			expect(membersOf(body)).toEqual([]);
		},
	);

	it.each([[undefined], [null]])('membersOf takes no body for no collection: %j', (body) => {
		expect(membersOf(body)).toBeUndefined();
		expect(readableMembersOf(body, true)).toBeUndefined();
	});

	it('membersOf leaves out members that are null', () => {
		expect(membersOf({ 'hydra:member': [null, ...members, null] })).toEqual(members);
	});

	it.each([
		['[]'],
		[7],
		[{}],
		[{ id: '1' }],
		[{ 'hydra:member': { 0: {} } }],
		[{ 'hydra:member': 'none' }],
		[{ member: null }],
		[[{ id: '1' }, { name: 'without an ID' }]],
		[[{ id: '1' }, 'text']],
	])('membersOf returns undefined for a body that is no collection: %j', (body) => {
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
	])('nextPagePath resolves %s to %s', (link, path) => {
		expect(nextPagePath(pageLinkedTo(link), {}, CURRENT, ADDRESS)).toBe(path);
	});

	it('nextPagePath reads the newer names without prefix', () => {
		const body = { member: [], view: { next: '/api/orders?page=2' } };
		expect(nextPagePath(body, {}, CURRENT, ADDRESS)).toBe('/api/orders?page=2');
	});

	it.each([
		['/print/api/orders?page=2', '/api/orders?page=2'],
		['/api/orders?page=2', '/api/orders?page=2'],
		['?page=2', '/api/orders?page=2'],
		['https://gateway.example.com/print/api/orders?page=2', '/api/orders?page=2'],
		['/printing/api/orders?page=2', '/api/orders?page=2'],
		['http://10.0.0.7/api/orders?page=2', '/api/orders?page=2'],
	])('nextPagePath resolves %s to %s below an address with a path prefix', (link, path) => {
		const address = 'https://gateway.example.com/print';
		const current = `${address}/api/orders?page=1`;
		expect(nextPagePath(pageLinkedTo(link), {}, current, address)).toBe(path);
	});

	it.each([
		'https://elsewhere.example/api/orders?page=2',
		'//elsewhere.example/api/orders?page=2',
		'/\\elsewhere.example/api/orders?page=2',
		'http://api.example.com/api/orders?page=2',
		'http://10.0.0.7:8080/api/orders?page=2',
		'http://php-fpm/inner/prefix/api/orders?page=2',
		'https://api.example.com:8443/api/orders?page=2',
		'https://api.example.com@elsewhere.example/api/orders?page=2',
	])('nextPagePath takes only the path and query of %s', (link) => {
		expect(nextPagePath(pageLinkedTo(link), {}, CURRENT, ADDRESS)).toBe('/api/orders?page=2');
	});

	it.each([
		['hydra:next in the body', { 'hydra:next': '/api/orders?page=2' }, {}],
		['next in the body', { next: '/api/orders?page=2' }, {}],
		['an object', { next: { '@id': '/api/orders?page=2' } }, {}],
		['an object with href', { _links: { next: { href: '/api/orders?page=2' } } }, {}],
		['an object in the view', { view: { next: { '@id': '/api/orders?page=2' } } }, {}],
		['links', { links: { next: '/api/orders?page=2' } }, {}],
		['the Link header', [], { link: '</api/orders?page=2>; rel="next"' }],
		[
			'one of several links of the Link header',
			[],
			{ link: '</api/orders>; rel="first prev", </api/orders?page=2>; title="2"; rel=next' },
		],
	])('nextPagePath finds the link in %s', (_, body, headers) => {
		expect(nextPagePath(body, headers, CURRENT, ADDRESS)).toBe('/api/orders?page=2');
	});

	it.each(['javascript:alert(1)', 'data:application/json,[]', 'https://', 'http://['])(
		'nextPagePath returns undefined for the unusable link %s',
		(link) => {
			expect(nextPagePath(pageLinkedTo(link), {}, CURRENT, ADDRESS)).toBeUndefined();
		},
	);

	it('nextPagePath stays on the host of the address, whatever the link is', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.json()), fc.string(), (link, header) => {
				const path = nextPagePath(pageLinkedTo(link), { link: header }, CURRENT, ADDRESS);
				if (path !== undefined) expect(new URL(`${ADDRESS}${path}`).origin).toBe(ADDRESS);
			}),
			{ seed: SEED, numRuns: 20 * CASES },
		);
	});

	it('nextPagePath returns no path that leads to another host when appended to the address', () => {
		const link = 'https://api.example.com//elsewhere.example/api/orders';
		const path = nextPagePath(pageLinkedTo(link), {}, CURRENT, ADDRESS);
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
	])('nextPagePath returns undefined for %s', (_, body) => {
		expect(nextPagePath(body, {}, CURRENT, ADDRESS)).toBeUndefined();
	});
});

describe('totalOf', () => {
	it.each([
		[{ 'hydra:totalItems': 65 }, 65],
		[{ totalItems: 0 }, 0],
		[{ totalItems: '65' }, 65],
	])('totalOf reads %j as %i', (body, total) => {
		expect(totalOf(body)).toBe(total);
	});

	it.each([
		[[]],
		[undefined],
		[{}],
		[{ totalItems: -1 }],
		[{ totalItems: 1.5 }],
		[{ totalItems: 'many' }],
		[{ totalItems: '' }],
		[{ totalItems: null }],
		[{ totalItems: true }],
		[{ totalItems: 1e300 }],
	])('totalOf returns undefined for %j', (body) => {
		expect(totalOf(body)).toBeUndefined();
	});
});

describe('numberedPagePath', () => {
	it.each([
		['/api/orders', '/api/orders?page=2'],
		['/api/orders?page=2', '/api/orders?page=3'],
		['/api/orders?itemsPerPage=30&page=9', '/api/orders?itemsPerPage=30&page=10'],
	])('the numbered page after %s is %s', (path, next) => {
		expect(numberedPagePath(path)).toBe(next);
	});

	it.each(['/api/orders?cursor=abc', '/api/orders?page=two', '/api/orders?page='])(
		'the numbered page after %s is not known',
		(path) => {
			expect(numberedPagePath(path)).toBeUndefined();
		},
	);
});

describe('The members of a page that names them twice', () => {
	it('are those under hydra:member', () => {
		expect(membersOf({ 'hydra:member': [{ id: 1 }], member: [{ id: 2 }] })).toEqual([{ id: 1 }]);
	});

	it('and its total is that under hydra:totalItems', () => {
		expect(totalOf({ 'hydra:totalItems': 1, totalItems: 2 })).toBe(1);
	});
});

describe('The link to the next page', () => {
	const next = (body: unknown, link?: string): string | undefined =>
		nextPagePath(body, { link }, CURRENT, ADDRESS);

	it.each([
		[{ '@id': '/api/orders?page=2', href: '/api/other' }],
		[{ '@id': ' ', href: '/api/orders?page=2', url: '/api/other' }],
		[{ '@id': 7, url: ' /api/orders?page=2 ' }],
	])('may be an object that holds the address: %j', (link) => {
		expect(next(pageLinkedTo(link))).toBe('/api/orders?page=2');
	});

	it('is the first one that can be used: of the view, the body, and the header', () => {
		const inHeader = '</api/orders?page=header>; rel=next';
		const inBody = { next: '/api/orders?page=body' };
		const view = { 'hydra:view': { next: '/api/orders?page=view' } };
		expect(next({ ...view, ...inBody }, inHeader)).toBe('/api/orders?page=view');
		expect(next(inBody, inHeader)).toBe('/api/orders?page=body');
		expect(next({ next: 'ftp://elsewhere.example/api/x' }, inHeader)).toBe(
			'/api/orders?page=header',
		);
	});

	it('is that of hydra:view before that of view', () => {
		const body = { 'hydra:view': { next: '/api/orders?page=2' }, view: { next: '/api/other' } };
		expect(next(body)).toBe('/api/orders?page=2');
	});

	it.each([
		'</api/orders?page=2>; rel="next"',
		'</api/orders?page=2>;rel=next',
		'</api/orders?page=2> ; REL = "NEXT"',
		'</api/orders?page=2>; rel="prev next"',
		'</api/orders?page=2>; rel="prev  next"',
		'</api/orders?page=2>; title="2"; rel="next"; type="json"',
		'</api/orders?page=1>; rel="prev", </api/orders?page=2>; rel="next"',
		'</api/orders?page=9>, </api/orders?page=2>; rel="next"',
		'  </api/orders?page=2>; rel=next,</api/orders?page=9>; rel=last',
	])('is found in the header %s', (header) => {
		expect(next([], header)).toBe('/api/orders?page=2');
	});

	it.each([
		'',
		'</api/orders?page=2>',
		'</api/orders?page=2>; rel="prev"',
		'</api/orders?page=2>; rel="nextish"',
		'</api/orders?page=2>; rev="next"',
		'</api/orders?page=2> rel=next',
		'</api/orders?page=2>; title=next',
		'/api/orders?page=2; rel=next',
	])('is not found in the header %j', (header) => {
		expect(next([], header)).toBeUndefined();
	});

	it('is none when the header is missing or no text', () => {
		expect(nextPagePath([], {}, CURRENT, ADDRESS)).toBeUndefined();
		expect(nextPagePath([], { link: ['<x>; rel=next'] }, CURRENT, ADDRESS)).toBeUndefined();
	});

	it('may be a path outside of /api', () => {
		expect(next(pageLinkedTo('/v2/orders?page=2'))).toBe('/v2/orders?page=2');
	});

	it.each([
		['/api/v1', '/api/v1/api/orders?page=2', '/api/orders?page=2'],
		['/api/v1/', '/api/v1/api/orders?page=2', '/api/orders?page=2'],
		['/shop/api/print', '/shop/api/print/api/orders?page=2', '/api/orders?page=2'],
	])('loses the prefix %s of the address, which may contain /api/ itself', (prefix, link, path) => {
		const address = `https://gateway.example.com${prefix}`;
		expect(nextPagePath(pageLinkedTo(link), {}, `${address}/api/orders`, address)).toBe(path);
	});
});

describe('The path that a page gives as its own', () => {
	it.each([
		[{ 'hydra:view': { '@id': '/api/orders?page=1' } }, '/api/orders?page=1'],
		[{ view: { '@id': `${ADDRESS}/api/orders?page=1` } }, '/api/orders?page=1'],
		[{ view: {} }, undefined],
		[{ '@id': '/api/orders' }, undefined],
		[[], undefined],
		[undefined, undefined],
	])('of the page %j is %s', (body, path) => {
		expect(ownPath(body, CURRENT, ADDRESS)).toBe(path);
	});
});

describe('The page number', () => {
	it.each([
		['/api/orders?page=999999999', '/api/orders?page=1000000000'],
		['/api/orders?', '/api/orders?page=2'],
	])('after %s is known: %s', (path, next) => {
		expect(numberedPagePath(path)).toBe(next);
	});

	it.each([
		'/api/orders?page=1000000000',
		'/api/orders?page=2x',
		'/api/orders?page=x2',
		'/api/orders?page=-1',
		'/api/orders?itemsPerPage=30',
	])('after %s is not known', (path) => {
		expect(numberedPagePath(path)).toBeUndefined();
	});
});
