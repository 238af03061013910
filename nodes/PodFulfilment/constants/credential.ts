/** Name of the credential that both nodes take. */
export const CREDENTIAL = 'podFulfilmentApi';
