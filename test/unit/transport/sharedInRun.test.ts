import { describe, expect, it } from 'vitest';

import { Run, sharedInRun } from '../../../nodes/PodFulfilment/transport/run.ts';

describe('A value that the items of an account share in a run', () => {
	it('is made once for each account of each run', () => {
		let made = 0;
		const valueOf = sharedInRun(() => ({ number: (made += 1) }));
		const [run, other] = [new Run(1), new Run(1)];
		const first = valueOf({ run, account: 'a' });
		expect(valueOf({ run, account: 'a' })).toBe(first);
		expect(valueOf({ run, account: 'b' }).number).toBe(2);
		expect(valueOf({ run: other, account: 'a' }).number).toBe(3);
		expect(valueOf({ run, account: 'a' })).toBe(first);
		expect(made).toBe(3);
	});
});
