import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { SigningSecretCache } from '../../../nodes/PodFulfilment/trigger/signingSecretCache.ts';
import type { VerificationResult } from '../../../nodes/PodFulfilment/trigger/signature.ts';

const SECOND = 1000;

/** n8n with one credential, the readings of which are counted, and a clock that is set by hand. */
function setUp() {
	const state = {
		now: Date.parse('2026-11-20T10:00:00Z'),
		stored: { signingSecret: 'first' } as ICredentialDataDecryptedObject | Error,
		readings: 0,
		warnings: [] as string[],
	};
	const contextOf = (workflowId: string, nodeId: string, credentialId: string) =>
		({
			getWorkflow: () => ({ id: workflowId }),
			getNode: () => ({
				id: nodeId,
				credentials: { podFulfilmentApi: { id: credentialId, name: 'Shop' } },
			}),
			getCredentials: async () => {
				state.readings += 1;
				if (state.stored instanceof Error) throw state.stored;
				return state.stored;
			},
			logger: { warn: (message: string) => state.warnings.push(message) },
		}) as unknown as IWebhookFunctions;
	const credentials = new SigningSecretCache(() => state.now);
	/** Whether a delivery that was signed with this secret is accepted. */
	const deliver = async (secret: string, context = contextOf('workflow', 'node', 'credential')) => {
		const { accepted } = await credentials.verdict(context, ({ secrets }): VerificationResult =>
			secrets.includes(secret)
				? { accepted: true }
				: { accepted: false, reason: 'wrong signature' },
		);
		return accepted;
	};
	return { state, credentials, deliver, contextOf };
}

describe("The trigger's credential", () => {
	it('is read once for all deliveries of 5 seconds', async () => {
		const { state, deliver } = setUp();
		for (let delivery = 0; delivery < 50; delivery += 1) {
			expect(await deliver('first')).toBe(true);
			state.now += SECOND / 10;
		}
		expect(state.readings).toBe(1);
		await deliver('first');
		expect(state.readings).toBe(2);
	});

	it('is read once for deliveries of the same moment', async () => {
		const { state, deliver } = setUp();
		const verdicts = await Promise.all(Array.from({ length: 20 }, () => deliver('first')));
		expect(new Set(verdicts)).toEqual(new Set([true]));
		expect(state.readings).toBe(1);
	});

	it('is read for each workflow, each node and each credential', async () => {
		const { state, deliver, contextOf } = setUp();
		await deliver('first', contextOf('one', 'node', 'credential'));
		await deliver('first', contextOf('another', 'node', 'credential'));
		await deliver('first', contextOf('one', 'second node', 'credential'));
		await deliver('first', contextOf('one', 'node', 'second credential'));
		expect(state.readings).toBe(4);
	});

	it('is forgotten when it is old, whichever node is called next', async () => {
		const { state, credentials, deliver, contextOf } = setUp();
		for (const node of ['a', 'b', 'c']) {
			await deliver('first', contextOf('workflow', node, 'credential'));
		}
		expect(credentials.size).toBe(3);
		state.now += 5 * SECOND;
		await deliver('first', contextOf('workflow', 'd', 'credential'));
		expect(credentials.size).toBe(1);
	});
});

describe('A secret that is changed in the credential', () => {
	it('holds for the next delivery that is signed with it, from a second after the last reading', async () => {
		const { state, deliver } = setUp();
		await deliver('first');
		state.stored = { signingSecret: 'second' };
		state.now += SECOND;
		expect(await deliver('second')).toBe(true);
		expect(await deliver('first')).toBe(false);
	});

	it('no longer holds after 5 seconds, however many deliveries come', async () => {
		const { state, deliver } = setUp();
		await deliver('first');
		state.stored = { signingSecret: 'second' };
		const accepted: boolean[] = [];
		for (let seconds = 1; seconds <= 6; seconds += 1) {
			state.now += SECOND;
			accepted.push(await deliver('first'));
		}
		expect(accepted).toEqual([true, true, true, true, false, false]);
	});

	it('is not overlooked when the clock is set back', async () => {
		const { state, deliver } = setUp();
		await deliver('first');
		state.stored = { signingSecret: 'second' };
		state.now -= 3600 * SECOND;
		expect(await deliver('first')).toBe(false);
	});
});

describe('Forged deliveries', () => {
	it('have the credential read once a second at most, however many come', async () => {
		const { state, deliver } = setUp();
		for (let delivery = 0; delivery < 100; delivery += 1) {
			expect(await deliver('forged')).toBe(false);
			state.now += SECOND / 10;
		}
		expect(state.readings).toBe(10);
	});
});

describe('A credential that cannot be read', () => {
	it('refuses for a second, with one line in the log, and is then read again', async () => {
		const { state, deliver } = setUp();
		state.stored = new Error('gone');
		expect(await deliver('first')).toBe(false);
		expect(await deliver('first')).toBe(false);
		expect(state.warnings).toHaveLength(1);
		state.stored = { signingSecret: 'first' };
		state.now += SECOND;
		expect(await deliver('first')).toBe(true);
	});
});
