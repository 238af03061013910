import type { Caller } from './types';

/** Name of the credential type that both nodes use. */
export const CREDENTIAL = 'podFulfilmentApi';

/** The credential's name as the user gave it, for messages that say what to check. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.[CREDENTIAL]?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};
