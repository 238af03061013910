import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { OperationCall } from '../../../../nodes/PodFulfilment/execution/operation.ts';
import { orderFilters } from '../../../../nodes/PodFulfilment/resources/order/getAll.ts';
import { verdictOn } from '../../../../nodes/PodFulfilment/resources/getMany.ts';
import { ORDER_STATUSES } from '../../../../nodes/PodFulfilment/spec/service.ts';

const filtersOf = (filters: object, timeZone = 'UTC') =>
	orderFilters.read({ parameter: () => filters, timeZone } as unknown as OperationCall);

const passes = (order: object, filters: object, timeZone?: string): boolean =>
	verdictOn(order as IDataObject, filtersOf(filters, timeZone)).passes;

const order = {
	id: '1',
	externalId: 'SHOP-1001',
	status: 'inprocess',
	createdAt: '2026-11-20T10:00:00+00:00',
	updatedAt: '2026-11-20T12:00:00+00:00',
	recipient: { countryCode: 'DE' },
};

describe('The filters of orders', () => {
	it.each([
		[{}, true],
		[{ status: ['inprocess'] }, true],
		[{ status: ['shipped'] }, false],
		[{ createdAfter: '2026-11-20T10:00:00' }, true],
		[{ createdAfter: '2026-11-20T10:00:01' }, false],
		[{ updatedAfter: '2026-11-20T12:00:00' }, true],
		[{ updatedAfter: '2026-11-20T12:00:01' }, false],
		[{ countryCode: 'DE' }, true],
		[{ countryCode: 'de' }, true],
		[{ countryCode: 'FR' }, false],
		[{ externalIdPrefix: 'SHOP-' }, true],
		[{ externalIdPrefix: ' SHOP-1 ' }, true],
		[{ externalIdPrefix: 'WOO-' }, false],
		[{ status: ['inprocess'], countryCode: 'FR' }, false],
		[{ unknown: 'key' }, true],
	])('the filters %j let the order pass: %s', (filters, expected) => {
		expect(passes(order, filters)).toBe(expected);
	});

	it('fields that were left empty make no filters', () => {
		expect(
			filtersOf({
				status: [],
				createdAfter: '',
				updatedAfter: null,
				countryCode: '',
				externalIdPrefix: ' ',
			}),
		).toEqual([]);
	});

	it('a filter reads a date without an offset in the time zone of the workflow', () => {
		const filters = { updatedAfter: '2026-11-20T21:00:00' };
		expect(passes(order, filters, 'Asia/Tokyo')).toBe(true);
		expect(passes(order, filters, 'Europe/Berlin')).toBe(false);
	});

	it.each([
		[{ updatedAfter: 'soon' }, 'Filters → Updated After is "soon", which is not a date'],
		[{ createdAfter: 'soon' }, 'Filters → Created After is "soon", which is not a date'],
		[{ status: ['shiped'] }, 'Filters → Status contains "shiped", which is not a status'],
		[{ countryCode: 'ZZ' }, 'Filters → Country is "ZZ", but no country has that code or name'],
		[{ countryCode: ['DE'] }, 'Filters → Country is ["DE"], but must be text'],
		[
			{ externalIdPrefix: '#10' },
			'Filters → External ID Prefix "#10" must not contain the character "#"',
		],
	])('a filter value that cannot be compared is refused: %j', (filters, message) => {
		expect(() => filtersOf(filters)).toThrow(message);
	});

	it('the status filter offers every status of the spec (section 3)', () => {
		const options = orderFilters.property.options as Array<{ name: string; options?: unknown[] }>;
		const offered = options.find(({ name }) => name === 'status')?.options as Array<{
			value: string;
		}>;
		expect(offered.map(({ value }) => value).sort()).toEqual([...ORDER_STATUSES].sort());
	});
});
