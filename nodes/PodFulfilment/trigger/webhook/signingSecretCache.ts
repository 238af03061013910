// Reads the signing secrets and header brand from the credential, keeps them for 5 seconds, and verifies a delivery
// with them; if it is rejected, once more with those of a new read.

import type { IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../../transport/credential';
import { secretsRedactor, type Redact } from '../../transport/secrets';
import { parseSecrets, type VerificationResult } from './signature';

const DEFAULT_HEADER_BRAND = 'Service';

/** What of the credential is needed to verify a signature, and to hand out what was signed. */
interface SigningCredential {
	readonly secrets: readonly string[];
	readonly headerBrand: string;
	/** Leaves out a text that repeats a secret of the credential. */
	readonly redact: Redact;
}

interface CacheEntry {
	/** When reading the credential began, in milliseconds since 1970. */
	readAt: number;
	credential: Promise<SigningCredential>;
}

/** How long a credential that was read is used for further deliveries. */
const MAX_AGE_MS = 5_000;

/** Maximum age of a credential that rejects a delivery: the user may have just changed the secret. */
const MAX_AGE_FOR_REJECTION_MS = 1_000;

/**
 * Caches the signing secrets and the header brand of the triggers' credentials for a few seconds.
 *
 * n8n decrypts a credential for each webhook call, in another isolate of its expression engine: a third of all work
 * for an event, and most of the cost of a forged delivery. With the cache, a new secret works within a second, since
 * no older read rejects a delivery, and a removed one stops working after 5 seconds. In memory only, one entry per
 * node.
 */
export class SigningSecretCache {
	private readonly entries = new Map<string, CacheEntry>();

	private readonly now: () => number;

	/** @param now current time in milliseconds since 1970 */
	constructor(now: () => number = Date.now) {
		this.now = now;
	}

	/** Number of cached credentials. */
	get size(): number {
		return this.entries.size;
	}

	/**
	 * Verifies a delivery with the trigger's credential. If the cached credential rejects it and is not recent, verifies
	 * again with a fresh one.
	 */
	async verify(
		context: IWebhookFunctions,
		check: (credential: SigningCredential) => VerificationResult,
	): Promise<VerificationResult> {
		const entry = this.getOrRead(context, MAX_AGE_MS);
		const result = check(await entry.credential);
		if (result.accepted) return result;
		const newer = this.getOrRead(context, MAX_AGE_FOR_REJECTION_MS);
		return newer === entry ? result : check(await newer.credential);
	}

	/** Returns a recent entry or a new one. It has the promise, so that simultaneous deliveries share one read. */
	private getOrRead(context: IWebhookFunctions, maxAgeMs: number): CacheEntry {
		this.removeExpired();
		const key = cacheKeyOf(context);
		const cached = this.entries.get(key);
		if (cached && this.ageOf(cached) < maxAgeMs) return cached;
		const entry: CacheEntry = { readAt: this.now(), credential: readCredential(context) };
		this.entries.set(key, entry);
		return entry;
	}

	/** Age of an entry in milliseconds. Absolute, so that it also expires after the clock was set back. */
	private ageOf({ readAt }: CacheEntry): number {
		return Math.abs(this.now() - readAt);
	}

	private removeExpired(): void {
		for (const [key, entry] of this.entries) {
			if (this.ageOf(entry) >= MAX_AGE_MS) this.entries.delete(key);
		}
	}
}

/** Cache key of node and credential: n8n decides for each node whether it may use a credential. */
function cacheKeyOf(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	const { id: credentialId, name } = credentials?.[CREDENTIAL] ?? {};
	return JSON.stringify([context.getWorkflow().id, id, credentialId, name]);
}

/**
 * Reads the credential. Never throws: an unreadable one counts as one without a secret. The delivery is then rejected,
 * and the service retries it later, when the credential may be readable.
 */
async function readCredential(context: IWebhookFunctions): Promise<SigningCredential> {
	try {
		const credential = await context.getCredentials(CREDENTIAL);
		const { signingSecret, headerBrand } = credential;
		const brand = typeof headerBrand === 'string' ? headerBrand.trim() : '';
		return {
			secrets: parseSecrets(signingSecret),
			headerBrand: brand || DEFAULT_HEADER_BRAND,
			redact: secretsRedactor(credential),
		};
	} catch {
		context.logger.warn(
			'The POD Fulfilment credential could not be read, so a delivery is refused',
		);
		return { secrets: [], headerBrand: DEFAULT_HEADER_BRAND, redact: secretsRedactor({}) };
	}
}
