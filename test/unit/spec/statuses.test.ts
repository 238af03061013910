import { describe, expect, it } from 'vitest';

import {
	answersYes,
	hasLeft,
	orderStatusWords,
	statusesWhere,
} from '../../../nodes/PodFulfilment/spec/statuses.ts';
import { ORDER_STATUSES } from '../../../nodes/PodFulfilment/spec/service.ts';

describe('What a status of an order means (section 3)', () => {
	it.each([
		['wasConfirmed', ['pending', 'inprocess', 'onhold', 'partial', 'fulfilled', 'shipped']],
		['isUnconfirmed', ['draft', 'canceled']],
		['mayBeUnconfirmed', ['pending', 'onhold']],
		['isBeforeProduction', ['pending', 'onhold']],
		['mayBeRefunded', ['inprocess', 'onhold', 'partial', 'fulfilled', 'shipped']],
		['isPartlyProduced', ['partial', 'fulfilled', 'shipped']],
		['isProduced', ['fulfilled', 'shipped']],
		['isUnchangeable', ['inprocess', 'partial', 'fulfilled', 'shipped', 'canceled']],
		['isLeftRarely', ['fulfilled', 'shipped', 'canceled']],
		['explainsRefusal', ['fulfilled', 'shipped', 'canceled', 'failed']],
		['isSettled', ['fulfilled', 'shipped', 'canceled', 'failed']],
		['isStopped', ['onhold', 'canceled', 'failed']],
		['isOver', ['canceled', 'failed']],
	] as const)('the question %s has the answer yes for %j alone', (question, statuses) => {
		expect(statusesWhere(question)).toEqual(statuses);
		expect(ORDER_STATUSES.filter((status) => answersYes(status, question))).toEqual(statuses);
	});

	it('each status has its words, and an unknown one has none and answers nothing', () => {
		expect(ORDER_STATUSES.map(orderStatusWords)).not.toContain(undefined);
		for (const unknown of ['unheard', 'constructor', ' shipped']) {
			expect(orderStatusWords(unknown)).toBeUndefined();
			expect(answersYes(unknown, 'isProduced')).toBe(false);
		}
		expect(answersYes(['shipped'], 'isProduced')).toBe(false);
	});
});

describe('What a status of a parcel means (section 3)', () => {
	it.each([
		['pending', false],
		['packaged', false],
		['shipped', true],
		['returned', true],
		['canceled', false],
		[undefined, false],
	])('a parcel that is %s has left: %s', (status, left) => {
		expect(hasLeft(status)).toBe(left);
	});
});
