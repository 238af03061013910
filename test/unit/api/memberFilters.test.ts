import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	containsFilter,
	countryFilter,
	prefixFilter,
	statusFilter,
	stockFilter,
	timeFilter,
	verdictOn,
	type MemberFilter,
} from '../../../nodes/PodFulfilment/api/memberFilters.ts';
import { ORDER_STATUSES } from '../../../nodes/PodFulfilment/spec/service.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

/** 'passes' or 'out', and whether that had to be decided without knowing. */
function verdict(filter: MemberFilter, member: object): string {
	const { passes, undecided } = verdictOn(member as IDataObject, [filter]);
	return `${passes ? 'passes' : 'out'}${undecided ? ', undecided' : ''}`;
}

describe('A filter by time', () => {
	const filter = timeFilter('Updated After', 'updatedAt', NOON);

	it.each([
		['2026-11-20T12:00:00+00:00', 'passes'],
		['2026-11-20T13:00:00+01:00', 'passes'],
		['2026-11-20T12:00:00.001Z', 'passes'],
		['2026-11-20T11:59:59.999Z', 'out'],
		['2026-11-20T12:59:59+01:00', 'out'],
		[NOON / 1000, 'passes'],
		['soon', 'passes, undecided'],
		['', 'passes, undecided'],
		[null, 'passes, undecided'],
		[undefined, 'passes, undecided'],
		[{}, 'passes, undecided'],
	])(
		'a filter by time lets through what is not before it, and what has no readable time: %j',
		(updatedAt, expected) => {
			expect(verdict(filter, { updatedAt })).toBe(expected);
		},
	);
});

describe('A filter by status (spec section 3)', () => {
	const filter = statusFilter('Status', 'status', ['onhold', 'canceled'], ORDER_STATUSES);

	it.each([
		['onhold', 'passes'],
		['On Hold', 'passes'],
		['ON_HOLD', 'passes'],
		[' on-hold ', 'passes'],
		['cancelled', 'passes'],
		['shipped', 'out'],
		['inprocess', 'out'],
		['archived', 'out, undecided'],
		['hold', 'out, undecided'],
		['', 'out, undecided'],
		[undefined, 'out, undecided'],
		[3, 'out, undecided'],
	])(
		'a filter by status lets through the chosen statuses, however they are written: %j',
		(status, expected) => {
			expect(verdict(filter, { status })).toBe(expected);
		},
	);

	it.each(ORDER_STATUSES)('a filter by status tells %s from every other status', (status) => {
		const one = statusFilter('Status', 'status', [status], ORDER_STATUSES);
		const passing = ORDER_STATUSES.filter((other) => verdict(one, { status: other }) === 'passes');
		expect(passing).toEqual([status]);
	});
});

describe('A filter by country', () => {
	const filter = countryFilter('Country', 'DE');

	it.each([
		[{ countryCode: 'DE' }, 'passes'],
		[{ countryCode: 'de' }, 'passes'],
		[{ countryCode: ' De ' }, 'passes'],
		[{ countryCode: 'DK' }, 'out'],
		[{ countryCode: '' }, 'out, undecided'],
		[{ countryName: 'Germany' }, 'out, undecided'],
		[undefined, 'out, undecided'],
		[null, 'out, undecided'],
		['DE', 'out, undecided'],
	])('a filter by country lets through the recipients there: %j', (recipient, expected) => {
		expect(verdict(filter, { recipient })).toBe(expected);
	});
});

describe('A filter by the beginning of the external ID', () => {
	const filter = prefixFilter('External ID Prefix', 'externalId', 'SHOP-');

	it.each([
		['SHOP-1', 'passes'],
		['SHOP-', 'passes'],
		['shop-1', 'out'],
		['MY-SHOP-1', 'out'],
		[null, 'out'],
		['', 'out'],
		[1001, 'out'],
		[undefined, 'out, undecided'],
		[{}, 'out, undecided'],
	])(
		'a filter by external ID is case-sensitive, and knows that an order may have none: %j',
		(externalId, expected) => {
			expect(verdict(filter, { externalId })).toBe(expected);
		},
	);

	it('a filter by external ID finds a number', () => {
		expect(
			verdict(prefixFilter('External ID Prefix', 'externalId', '10'), { externalId: 1001 }),
		).toBe('passes');
	});
});

describe('A filter by a part of the name', () => {
	it.each([
		['Organic Hoodie', 'hoodie', 'passes'],
		['HOODIE', 'Hoodie', 'passes'],
		['Tote\u00a0 bag', 'tote bag', 'passes'],
		['Cafe\u0301 mug', 'CAFÉ', 'passes'],
		['T-Shirt', 'hoodie', 'out'],
		['', 'hoodie', 'out'],
		[null, 'hoodie', 'out'],
		[undefined, 'hoodie', 'out, undecided'],
		[{ en: 'Hoodie' }, 'hoodie', 'out, undecided'],
	])('the name %j, searched for %j: %s', (name, part, expected) => {
		expect(verdict(containsFilter('Name Contains', 'name', part), { name })).toBe(expected);
	});
});

describe('A filter by stock (spec section 2: a boolean)', () => {
	it.each([
		[true, 'passes', 'out'],
		[false, 'out', 'passes'],
		[undefined, 'passes, undecided', 'out, undecided'],
		[null, 'passes, undecided', 'out, undecided'],
		['false', 'passes, undecided', 'out, undecided'],
		[0, 'passes, undecided', 'out, undecided'],
	])('the stock %j counts as in stock unless it says otherwise', (inStock, wanted, unwanted) => {
		expect(verdict(stockFilter('In Stock', true), { inStock })).toBe(wanted);
		expect(verdict(stockFilter('In Stock', false), { inStock })).toBe(unwanted);
	});
});

describe('Several filters', () => {
	const since = timeFilter('Updated After', 'updatedAt', NOON);
	const held = statusFilter('Status', 'status', ['onhold'], ORDER_STATUSES);
	const late = '2026-11-20T12:00:00Z';

	it.each<[object, boolean, string | undefined]>([
		[{ status: 'onhold', updatedAt: late }, true, undefined],
		[{ status: 'shipped', updatedAt: late }, false, undefined],
		[{ status: 'shipped' }, false, undefined],
		[{ status: 'onhold' }, true, 'Updated After'],
		[{ updatedAt: late }, false, 'Status'],
		[{}, false, 'Status'],
		[{ updatedAt: '2020-01-01' }, false, undefined],
	])('several filters name the one that decided without knowing: %j', (member, passes, label) => {
		const { undecided, ...rest } = verdictOn(member as IDataObject, [since, held]);
		expect(rest).toEqual({ passes });
		expect(undecided?.label).toBe(label);
	});

	it('everything passes when there are no filters', () => {
		expect(verdictOn({}, [])).toEqual({ passes: true });
	});
});

describe('A filter', () => {
	it.each([
		[timeFilter('Label', 'updatedAt', NOON), { updatedAt: 'now' }, 'now'],
		[statusFilter('Label', 'status', [], ORDER_STATUSES), { status: 'odd' }, 'odd'],
		[countryFilter('Label', 'DE'), { recipient: { countryCode: 7 } }, 7],
		[prefixFilter('Label', 'externalId', 'A'), { externalId: {} }, {}],
		[containsFilter('Label', 'name', 'mug'), { name: [] }, []],
		[stockFilter('Label', true), { inStock: 'yes' }, 'yes'],
	])('tells its label, and the value that it could not compare: %#', (filter, member, value) => {
		expect(filter.label).toBe('Label');
		expect(filter.valueOf(member as IDataObject)).toEqual(value);
	});

	it.each(['uncancelled', 'cancelledbyshop'])('by status knows no status %s', (status) => {
		const filter = statusFilter('Status', 'status', ['canceled'], ORDER_STATUSES);
		expect(verdict(filter, { status })).toBe('out, undecided');
	});
});
