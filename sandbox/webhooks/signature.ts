import { createHmac } from 'node:crypto';

/** Section 6: hex HMAC SHA256 over the timestamp, a dot, and the raw body. */
export const sign = (signingSecret: string, timestamp: string, rawBody: string): string =>
	createHmac('sha256', signingSecret).update(`${timestamp}.${rawBody}`, 'utf8').digest('hex');
