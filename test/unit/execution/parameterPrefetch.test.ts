import { describe, expect, it, vi } from 'vitest';

import { ParameterPrefetch } from '../../../nodes/PodFulfilment/execution/parameterPrefetch.ts';

const reader = (itemCount: number, read = (name: string, index: number) => `${name} ${index}`) => {
	const spy = vi.fn(read);
	return { spy, parameters: new ParameterPrefetch(spy, itemCount) };
};

describe('The parameters of the items of a run, read ahead', () => {
	it('are those of each item, in whatever order the items are taken up', () => {
		const { parameters } = reader(50);
		const indexes = [3, 0, 1, 2, 49, 21, 20, 22];
		expect(indexes.map((index) => parameters.take('orderId', index, undefined))).toEqual(
			indexes.map((index) => `orderId ${index}`),
		);
	});

	it('are read once for each item', () => {
		const { parameters, spy } = reader(45);
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

	it('are read for some items ahead only, and for none that there is not', () => {
		const { parameters, spy } = reader(1000);
		parameters.take('orderId', 0, undefined);
		expect(spy.mock.calls.length).toBeLessThanOrEqual(20);
		spy.mockClear();
		parameters.take('orderId', 995, undefined);
		expect(Math.max(...spy.mock.calls.map(([, index]) => index))).toBe(999);
	});

	it('are not read again for the others when an item asks for one again', () => {
		const { parameters, spy } = reader(40);
		parameters.take('orderId', 0, undefined);
		parameters.take('orderId', 1, undefined);
		spy.mockClear();
		expect(parameters.take('orderId', 0, undefined)).toBe('orderId 0');
		expect(spy).toHaveBeenCalledTimes(1);
	});

	it('carry the fallback of whoever asks', () => {
		const spy = vi.fn((_: string, __: number, fallback: unknown) => fallback);
		expect(new ParameterPrefetch(spy, 3).take('output', 1, 'raw')).toBe('raw');
	});

	it('are handed out anew when an item asks for one again, so that nobody shares an object', () => {
		const parameters = new ParameterPrefetch(() => ({}), 3);
		const first = parameters.take('options', 0, {});
		expect(parameters.take('options', 0, {})).not.toBe(first);
	});

	it('that cannot be read concern the item that they belong to, and no other', () => {
		const { parameters } = reader(5, (name, index) => {
			if (index === 2) throw new Error('no such node');
			return `${name} ${index}`;
		});
		expect(parameters.take('orderId', 0, undefined)).toBe('orderId 0');
		expect(() => parameters.take('orderId', 2, undefined)).toThrow('no such node');
		expect(parameters.take('orderId', 3, undefined)).toBe('orderId 3');
	});

	it('that were thrown once are thrown again', () => {
		const { parameters } = reader(2, () => {
			throw new Error('no such node');
		});
		for (const index of [0, 0, 1]) {
			expect(() => parameters.take('orderId', index, undefined)).toThrow('no such node');
		}
	});
});
