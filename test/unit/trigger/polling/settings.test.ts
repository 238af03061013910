import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { pollingSettingsOf } from '../../../../nodes/PodFulfilment/trigger/polling/compare/settings.ts';

const DAY = 24 * 3600;

const settingsOf = (options: IDataObject) => pollingSettingsOf([], {}, options, 'Europe/Berlin');

describe('The settings of a node', () => {
	it('they have defaults: a week until an order is late, a day until one waits, no reminders, a month until it is forgotten', () => {
		expect(pollingSettingsOf(['order.late'], {}, {}, 'Europe/Berlin')).toEqual({
			events: ['order.late'],
			filters: {},
			emitAfterSeconds: 0,
			lateAfterSeconds: 7 * DAY,
			waitingAfterSeconds: DAY,
			remindEverySeconds: 0,
			forgetAfterSeconds: 30 * DAY,
		});
	});

	it('they are in seconds, whatever the unit of the field, and a number may be text', () => {
		const options = {
			emitAfterMinutes: 20,
			lateAfterDays: '3',
			waitingAfterHours: 1.5,
			remindEveryDays: 2,
			forgetAfterDays: 90,
		};
		expect(settingsOf(options)).toEqual({
			events: [],
			filters: {},
			emitAfterSeconds: 1200,
			lateAfterSeconds: 3 * DAY,
			waitingAfterSeconds: 5400,
			remindEverySeconds: 2 * DAY,
			forgetAfterSeconds: 90 * DAY,
		});
	});

	it('the smallest numbers of the editor are accepted', () => {
		const smallest = {
			emitAfterMinutes: 0,
			lateAfterDays: 0,
			waitingAfterHours: 0,
			remindEveryDays: 0,
			forgetAfterDays: 1,
		};
		expect(settingsOf(smallest)).toMatchObject({
			lateAfterSeconds: 0,
			waitingAfterSeconds: 0,
			forgetAfterSeconds: DAY,
		});
	});

	it.each([undefined, null, '', 'soon', -1, Number.NaN, {}])(
		'a number that is none, or too small, is the default: %j',
		(value) => {
			const options = {
				emitAfterMinutes: value,
				lateAfterDays: value,
				waitingAfterHours: value,
				remindEveryDays: value,
				forgetAfterDays: value,
			};
			expect(settingsOf(options)).toEqual(settingsOf({}));
			expect(settingsOf({ forgetAfterDays: 0 })).toEqual(settingsOf({}));
		},
	);

	it('a start date without an offset is in the time zone of the workflow, and in whole seconds', () => {
		expect(settingsOf({ startFrom: '2026-11-20T13:00:00.900' }).startFromSeconds).toBe(
			Date.UTC(2026, 10, 20, 12) / 1000,
		);
		expect(settingsOf({ startFrom: '' })).not.toHaveProperty('startFromSeconds');
	});
});
