import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import {
	containsFilter,
	countryFilter,
	filtersOf,
	prefixFilter,
	statusFilter,
	stockFilter,
	timeFilter,
	type Filter,
	type MemberFilter,
} from '../../../nodes/PodFulfilment/resources/filters.ts';
import { verdictOn } from '../../../nodes/PodFulfilment/resources/getMany.ts';
import { ORDER_STATUSES } from '../../../nodes/PodFulfilment/spec/service.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

/** A field with this label, and any name. */
const labelled = (displayName: string): INodeProperties => ({
	displayName,
	name: 'entered',
	type: 'string',
	default: '',
});

/** The condition that a filter makes of a value that was entered. */
function filled(filter: Filter, value: unknown): MemberFilter {
	const condition = filter.read(value, 'UTC');
	if (condition === undefined) throw new Error('The filter is empty');
	return condition;
}

const since = (label: string): MemberFilter =>
	filled(timeFilter(labelled(label), 'updatedAt'), '2026-11-20T12:00:00Z');

const withStatus = (label: string, chosen: string[]): MemberFilter =>
	filled(statusFilter(labelled(label), 'status', ORDER_STATUSES), chosen);

const inCountry = (label: string, country: string): MemberFilter =>
	filled(countryFilter(labelled(label)), country);

const withPrefix = (label: string, prefix: string): MemberFilter =>
	filled(prefixFilter(labelled(label), 'externalId'), prefix);

const containing = (label: string, part: string): MemberFilter =>
	filled(containsFilter(labelled(label), 'name'), part);

const withStock = (label: string, isWanted: boolean): MemberFilter =>
	filled(stockFilter(labelled(label)), isWanted);

/** 'passes' or 'out', and whether that had to be decided without knowing. */
function verdict(filter: MemberFilter, member: object): string {
	const { passes, undecided } = verdictOn(member as IDataObject, [filter]);
	return `${passes ? 'passes' : 'out'}${undecided ? ', undecided' : ''}`;
}

describe('A filter by time', () => {
	const filter = since('Updated After');

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
	const filter = withStatus('Status', ['onhold', 'canceled']);

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
		const one = withStatus('Status', [status]);
		const passing = ORDER_STATUSES.filter((other) => verdict(one, { status: other }) === 'passes');
		expect(passing).toEqual([status]);
	});
});

describe('A filter by country', () => {
	const filter = inCountry('Country', 'DE');

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
	const filter = withPrefix('External ID Prefix', 'SHOP-');

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
		expect(verdict(withPrefix('External ID Prefix', '10'), { externalId: 1001 })).toBe('passes');
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
		expect(verdict(containing('Name Contains', part), { name })).toBe(expected);
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
		expect(verdict(withStock('In Stock', true), { inStock })).toBe(wanted);
		expect(verdict(withStock('In Stock', false), { inStock })).toBe(unwanted);
	});
});

describe('Several filters', () => {
	const updated = since('Updated After');
	const held = withStatus('Status', ['onhold']);
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
		const { undecided, ...rest } = verdictOn(member as IDataObject, [updated, held]);
		expect(rest).toEqual({ passes });
		expect(undecided?.label).toBe(label);
	});

	it('everything passes when there are no filters', () => {
		expect(verdictOn({}, [])).toEqual({ passes: true });
	});
});

describe('A filter', () => {
	it.each([
		[since('Label'), { updatedAt: 'now' }, 'now'],
		[withStatus('Label', ['failed']), { status: 'odd' }, 'odd'],
		[inCountry('Label', 'DE'), { recipient: { countryCode: 7 } }, 7],
		[withPrefix('Label', 'A'), { externalId: {} }, {}],
		[containing('Label', 'mug'), { name: [] }, []],
		[withStock('Label', true), { inStock: 'yes' }, 'yes'],
	])('tells its label, and the value that it could not compare: %#', (filter, member, value) => {
		expect(filter.label).toBe('Label');
		expect(filter.valueOf(member as IDataObject)).toEqual(value);
	});

	it.each(['uncancelled', 'cancelledbyshop'])('by status knows no status %s', (status) => {
		const filter = withStatus('Status', ['canceled']);
		expect(verdict(filter, { status })).toBe('out, undecided');
	});
});

const statusField = statusFilter(labelled('Status'), 'status', ORDER_STATUSES);

/** The statuses that pass. */
const statuses = (value: unknown): string[] => {
	const filter = statusField.read(value, 'UTC');
	return filter ? ORDER_STATUSES.filter((status) => filter.holds(status)) : [];
};

describe.each([
	['Country', countryFilter(labelled('Country'))],
	['External ID Prefix', prefixFilter(labelled('External ID Prefix'), 'externalId')],
	['Name Contains', containsFilter(labelled('Name Contains'), 'name')],
])('The filter %s', (label, filter) => {
	it('refuses what is no text, and asks for one', () => {
		expect(() => filter.read({}, 'Europe/Berlin')).toThrowError(
			expect.objectContaining({
				message: `Filters → ${label} is {}, but must be text`,
				description: 'Enter text.',
			}) as Error,
		);
	});
});

describe('Statuses that were chosen', () => {
	it.each([
		[
			['onhold', 'failed'],
			['onhold', 'failed'],
		],
		[['On Hold'], ['onhold']],
		['onhold, Failed', ['onhold', 'failed']],
		['cancelled', ['canceled']],
		[['failed', 'failed'], ['failed']],
		[[], []],
		['', []],
		[' , ', []],
		[[''], []],
		[null, []],
		[undefined, []],
	])('statuses are a list, or the text of an agent or an expression: %j', (value, expected) => {
		expect(statuses(value)).toEqual(expected);
	});

	it.each([
		['shiped', '"shiped"'],
		[['failed', 'gone'], '"gone"'],
		[3, '3'],
		[[{}], '{}'],
		[{ toString: 1 }, '{"toString":1}'],
	])('a status that does not exist is refused: %j', (value, shown) => {
		expect(() => statuses(value)).toThrow(
			expect.objectContaining({
				message: `Filters → Status contains ${shown}, which is not a status`,
				description: expect.stringContaining('"draft", "pending", "inprocess"') as string,
			}),
		);
	});
});

describe('The values of Filters', () => {
	const { read } = filtersOf('orders', [statusField]);
	const values = (filters: unknown) =>
		read({ parameter: () => filters, timeZone: 'UTC' } as unknown as OperationCall);

	it('each filter reads the value under its name', () => {
		expect(values({ entered: ['failed'] }).map(({ label }) => label)).toEqual(['Status']);
		expect(values({ status: ['failed'] })).toEqual([]);
	});

	it.each([undefined, null, ''])('Filters are empty when nothing was entered: %j', (filters) => {
		expect(values(filters)).toEqual([]);
	});

	it.each(['failed', ['failed'], 3])('Filters that are no object are refused: %j', (filters) => {
		expect(() => values(filters)).toThrow(
			`Filters is ${JSON.stringify(filters)}, but must be an object`,
		);
	});
});
