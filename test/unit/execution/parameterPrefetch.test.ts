import { describe, expect, it, vi } from 'vitest';

import { ParameterPrefetch } from '../../../nodes/PodFulfilment/execution/parameters.ts';

/** A prefetch over parameters with the value `<name> <index>`, and a spy on what it reads. */
const prefetchOf = (
	itemCount: number,
	read = (name: string, index: number) => `${name} ${index}`,
) => {
	const spy = vi.fn(read);
	return { spy, parameters: new ParameterPrefetch(spy, itemCount) };
};

describe('ParameterPrefetch', () => {
	it('ParameterPrefetch returns the value of each item, in any order of items', () => {
		const { parameters } = prefetchOf(50);
		const indexes = [3, 0, 1, 2, 49, 21, 20, 22];
		expect(indexes.map((index) => parameters.take('orderId', index, undefined))).toEqual(
			indexes.map((index) => `orderId ${index}`),
		);
	});

	it('ParameterPrefetch reads each parameter once per item', () => {
		const { parameters, spy } = prefetchOf(45);
		for (let index = 0; index < 45; index += 1) {
			parameters.take('orderId', index, undefined);
			parameters.take('output', index, '');
		}
		expect(spy.mock.calls.map(([name, index]) => `${name} ${index}`).sort()).toEqual(
			Array.from({ length: 45 }, (_, index) => [`orderId ${index}`, `output ${index}`])
				.flat()
				.sort(),
		);
	});

	it('ParameterPrefetch reads at most 20 items at once, and none beyond the last', () => {
		const { parameters, spy } = prefetchOf(1000);
		parameters.take('orderId', 0, undefined);
		expect(spy.mock.calls.length).toBeLessThanOrEqual(20);
		spy.mockClear();
		parameters.take('orderId', 995, undefined);
		expect(Math.max(...spy.mock.calls.map(([, index]) => index))).toBe(999);
	});

	it('ParameterPrefetch reads only the requested item when it is requested again', () => {
		const { parameters, spy } = prefetchOf(40);
		parameters.take('orderId', 0, undefined);
		parameters.take('orderId', 1, undefined);
		spy.mockClear();
		expect(parameters.take('orderId', 0, undefined)).toBe('orderId 0');
		expect(spy).toHaveBeenCalledTimes(1);
	});

	it('ParameterPrefetch passes the fallback on', () => {
		const spy = vi.fn((_: string, __: number, fallback: unknown) => fallback);
		expect(new ParameterPrefetch(spy, 3).take('output', 1, 'raw')).toBe('raw');
	});

	it('ParameterPrefetch does not return the same object twice', () => {
		const parameters = new ParameterPrefetch(() => ({}), 3);
		const first = parameters.take('options', 0, {});
		expect(parameters.take('options', 0, {})).not.toBe(first);
	});

	it('ParameterPrefetch throws the error of an expression only for its own item', () => {
		const { parameters } = prefetchOf(5, (name, index) => {
			if (index === 2) throw new Error('no such node');
			return `${name} ${index}`;
		});
		expect(parameters.take('orderId', 0, undefined)).toBe('orderId 0');
		expect(() => parameters.take('orderId', 2, undefined)).toThrow('no such node');
		expect(parameters.take('orderId', 3, undefined)).toBe('orderId 3');
	});

	it('ParameterPrefetch throws again when the parameter is requested again', () => {
		const { parameters } = prefetchOf(2, () => {
			throw new Error('no such node');
		});
		for (const index of [0, 0, 1]) {
			expect(() => parameters.take('orderId', index, undefined)).toThrow('no such node');
		}
	});
});
