import type { Caller } from './types';

/** Name of the credential that the nodes take. */
export const CREDENTIAL = 'podFulfilmentApi';

/** The credential as the user knows it, for messages that say where to look. */
export const credentialName = (caller: Caller): string => {
	const name = caller.getNode().credentials?.podFulfilmentApi?.name;
	return name ? `the credential "${name}"` : 'the POD Fulfilment credential';
};
