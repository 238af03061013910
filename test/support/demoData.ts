import type { Sandbox } from '../../sandbox/index.ts';

/** The credential data for the sandbox's demo account. */
export const demoData = (sandbox: Sandbox) => ({
	baseUrl: sandbox.url,
	apiKey: sandbox.accounts.demo.apiKey,
	signingSecret: sandbox.accounts.demo.signingSecret,
	headerBrand: 'Service',
});
