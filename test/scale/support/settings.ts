/**
 * What the scale test sets beyond docs/self-hosting/queue-mode.yml: the fastest expression engine, for 5,000 events in
 * minutes. n8n advises against it: it evaluates expressions without isolation.
 */
export const ADDED_SETTINGS = { N8N_EXPRESSION_ENGINE: 'legacy' };
