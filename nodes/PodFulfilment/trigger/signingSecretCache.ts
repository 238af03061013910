import type { IWebhookFunctions } from 'n8n-workflow';
import { parseSecrets, type Verdict } from './signature';
import { CREDENTIAL } from '../transport/credential';

const DEFAULT_HEADER_BRAND = 'Service';

/** What the credential says about the signature of deliveries. */
export interface SigningCredential {
	readonly secrets: readonly string[];
	readonly headerBrand: string;
}

interface Reading {
	/** Milliseconds since 1970. */
	begunAt: number;
	credential: Promise<SigningCredential>;
}

/** How long one reading of the credential serves further deliveries, in milliseconds. */
const MAX_AGE_MS = 5_000;

/** After this long, a refusal is only given after another look: the credential may have been changed. */
const MAX_AGE_FOR_REFUSAL_MS = 1_000;

/**
 * The signing secrets and the header brand of the triggers' credentials, as they were read a moment ago.
 *
 * n8n decrypts a credential anew for each webhook call, and takes another isolate of its expression engine for it:
 * a third of all the work for an event, and most of what a forged delivery costs. So a reading serves for a few
 * seconds. A new secret holds within a second, since nothing is refused on a reading older than that; one
 * that was removed holds for 5 seconds more. Nothing outlives the process, and each node has its own reading.
 */
export class SigningSecretCache {
	private readonly readings = new Map<string, Reading>();

	private readonly now: () => number;

	/** @param now The present moment in milliseconds since 1970 */
	constructor(now: () => number = Date.now) {
		this.now = now;
	}

	/** How many readings are kept. */
	get size(): number {
		return this.readings.size;
	}

	/**
	 * What `judge` says of the credential of the trigger that is called. Before a refusal it is asked again with a new
	 * reading, unless the one that it was given is recent.
	 */
	async verdict(
		context: IWebhookFunctions,
		judge: (credential: SigningCredential) => Verdict,
	): Promise<Verdict> {
		const reading = this.recent(context, MAX_AGE_MS);
		const verdict = judge(await reading.credential);
		if (verdict.accepted) return verdict;
		const newer = this.recent(context, MAX_AGE_FOR_REFUSAL_MS);
		return newer === reading ? verdict : judge(await newer.credential);
	}

	/** Deliveries that come at the same moment share a reading. */
	private recent(context: IWebhookFunctions, maximumAge: number): Reading {
		this.forgetOld();
		const key = keyOf(context);
		const earlier = this.readings.get(key);
		if (earlier && this.ageOf(earlier) < maximumAge) return earlier;
		const reading: Reading = { begunAt: this.now(), credential: read(context) };
		this.readings.set(key, reading);
		return reading;
	}

	private ageOf({ begunAt }: Reading): number {
		return Math.abs(this.now() - begunAt);
	}

	private forgetOld(): void {
		for (const [key, reading] of this.readings) {
			if (this.ageOf(reading) >= MAX_AGE_MS) this.readings.delete(key);
		}
	}
}

/** The node counts as well as its credential: n8n decides for each node whether it may use one. */
function keyOf(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	const { id: credentialId, name } = credentials?.[CREDENTIAL] ?? {};
	return JSON.stringify([context.getWorkflow().id, id, credentialId, name]);
}

/**
 * Never throws. A credential that cannot be read counts as one without a secret, which nothing can be signed with:
 * the delivery is refused, and the service sends it again later, when it may be readable.
 */
async function read(context: IWebhookFunctions): Promise<SigningCredential> {
	try {
		const { signingSecret, headerBrand } = await context.getCredentials(CREDENTIAL);
		const brand = typeof headerBrand === 'string' ? headerBrand.trim() : '';
		return { secrets: parseSecrets(signingSecret), headerBrand: brand || DEFAULT_HEADER_BRAND };
	} catch {
		context.logger.warn(
			'The POD Fulfilment credential could not be read, so a delivery is refused',
		);
		return { secrets: [], headerBrand: DEFAULT_HEADER_BRAND };
	}
}
