import type { Faults } from '../control/faults.ts';
import { addFaultHooks } from './fault-hooks.ts';
import { shared, type Serving } from './plugin.ts';
import { problemBody } from '../json-ld/problems.ts';

const MESSAGES: Record<number, string> = {
	429: 'Too many requests. Try again after a short period.',
	500: 'Internal server error.',
	502: 'Temporarily unavailable. Try again later.',
	503: 'Temporarily unavailable. Try again later.',
	504: 'The request took unusually long.',
};

/** Applies the faults that were injected through the control verbs. */
export const faults = shared<Serving<{ faults: Faults }>>(async (api, serving) => {
	addFaultHooks(api, {
		faults: () => serving.service.faults,
		targetOf: ({ record }) => record,
		errorBody: (status) => problemBody(status, MESSAGES[status] ?? `Status ${status} on demand.`),
	});
});
