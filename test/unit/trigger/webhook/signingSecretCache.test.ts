import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { SigningSecretCache } from '../../../../nodes/PodFulfilment/trigger/webhook/signingSecretCache.ts';
import type { VerificationResult } from '../../../../nodes/PodFulfilment/trigger/webhook/signature.ts';

const SECOND_MS = 1000;

/** A cache over one stored credential, with a count of its reads and a clock that the test sets. */
function setUp() {
	const state = {
		now: Date.parse('2026-11-20T10:00:00Z'),
		stored: { signingSecret: 'first' } as ICredentialDataDecryptedObject | Error,
		reads: 0,
		warnings: [] as string[],
		/** The secrets of each check. */
		checked: [] as Array<readonly string[]>,
	};
	const contextOf = (workflowId: string, nodeId: string, credentialId: string) =>
		({
			getWorkflow: () => ({ id: workflowId }),
			getNode: () => ({
				id: nodeId,
				credentials: { podFulfilmentApi: { id: credentialId, name: 'Shop' } },
			}),
			getCredentials: async () => {
				state.reads += 1;
				if (state.stored instanceof Error) throw state.stored;
				return state.stored;
			},
			logger: { warn: (message: string) => state.warnings.push(message) },
		}) as unknown as IWebhookFunctions;
	const cache = new SigningSecretCache(() => state.now);
	/** Whether a delivery signed with this secret is accepted. */
	const deliver = async (secret: string, context = contextOf('workflow', 'node', 'credential')) => {
		const { accepted } = await cache.verify(context, ({ secrets }): VerificationResult => {
			state.checked.push(secrets);
			return secrets.includes(secret)
				? { accepted: true, signature: '' }
				: { accepted: false, reason: 'wrong signature' };
		});
		return accepted;
	};
	return { state, cache, deliver, contextOf };
}

describe('SigningSecretCache', () => {
	it('the credential is read once for all deliveries within 5 seconds', async () => {
		const { state, deliver } = setUp();
		for (let delivery = 0; delivery < 50; delivery += 1) {
			expect(await deliver('first')).toBe(true);
			state.now += SECOND_MS / 10;
		}
		expect(state.reads).toBe(1);
		await deliver('first');
		expect(state.reads).toBe(2);
	});

	it('the credential is read once for simultaneous deliveries', async () => {
		const { state, deliver } = setUp();
		const verdicts = await Promise.all(Array.from({ length: 20 }, () => deliver('first')));
		expect(new Set(verdicts)).toEqual(new Set([true]));
		expect(state.reads).toBe(1);
	});

	it('the cache reads separately for each workflow, node and credential', async () => {
		const { state, deliver, contextOf } = setUp();
		await deliver('first', contextOf('one', 'node', 'credential'));
		await deliver('first', contextOf('another', 'node', 'credential'));
		await deliver('first', contextOf('one', 'second node', 'credential'));
		await deliver('first', contextOf('one', 'node', 'second credential'));
		expect(state.reads).toBe(4);
	});

	it('the cache removes expired entries, whichever node is called next', async () => {
		const { state, cache, deliver, contextOf } = setUp();
		for (const node of ['a', 'b', 'c']) {
			await deliver('first', contextOf('workflow', node, 'credential'));
		}
		expect(cache.size).toBe(3);
		state.now += 5 * SECOND_MS;
		await deliver('first', contextOf('workflow', 'd', 'credential'));
		expect(cache.size).toBe(1);
	});
});

describe('A changed signing secret', () => {
	it('a changed secret is accepted from one second after the last read of the credential', async () => {
		const { state, deliver } = setUp();
		await deliver('first');
		state.stored = { signingSecret: 'second' };
		state.now += SECOND_MS;
		expect(await deliver('second')).toBe(true);
		expect(await deliver('first')).toBe(false);
	});

	it('a changed secret replaces the old one within 5 seconds, however many deliveries arrive', async () => {
		const { state, deliver } = setUp();
		await deliver('first');
		state.stored = { signingSecret: 'second' };
		const accepted: boolean[] = [];
		for (let seconds = 1; seconds <= 6; seconds += 1) {
			state.now += SECOND_MS;
			accepted.push(await deliver('first'));
		}
		expect(accepted).toEqual([true, true, true, true, false, false]);
	});

	it('a changed secret is noticed even if the clock is set back', async () => {
		const { state, deliver } = setUp();
		await deliver('first');
		state.stored = { signingSecret: 'second' };
		state.now -= 3600 * SECOND_MS;
		expect(await deliver('first')).toBe(false);
	});
});

describe('Forged deliveries', () => {
	it('forged deliveries cause at most one read of the credential per second, however many arrive', async () => {
		const { state, deliver } = setUp();
		for (let delivery = 0; delivery < 100; delivery += 1) {
			expect(await deliver('forged')).toBe(false);
			state.now += SECOND_MS / 10;
		}
		expect(state.reads).toBe(10);
	});

	it('forged deliveries are checked a second time only with a credential that was read again', async () => {
		const { state, deliver } = setUp();
		await deliver('forged');
		expect(state.checked).toHaveLength(1);
		state.now += SECOND_MS;
		await deliver('forged');
		expect(state.checked).toHaveLength(3);
	});
});

describe('An unreadable credential', () => {
	it('an unreadable credential rejects deliveries for a second with one log entry, and is then read again', async () => {
		const { state, deliver } = setUp();
		state.stored = new Error('gone');
		expect(await deliver('first')).toBe(false);
		expect(await deliver('first')).toBe(false);
		expect(state.warnings).toEqual([expect.stringContaining('could not be read')]);
		expect(state.checked).toEqual([[], []]);
		state.stored = { signingSecret: 'first' };
		state.now += SECOND_MS;
		expect(await deliver('first')).toBe(true);
	});
});
