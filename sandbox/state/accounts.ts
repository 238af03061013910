import { identifierOf } from '../identifiers.ts';
import type { Account } from './model.ts';

/** The accounts by name and by API key (section 5). */
export class AccountStore {
	private readonly byId = new Map<string, Account>();
	private readonly byKey = new Map<string, Account>();

	constructor(creditsIncluded: number) {
		for (const name of ['demo', 'other', 'suspended']) {
			this.add({
				id: identifierOf(`account:${name}`),
				name,
				apiKeys: new Set([`sandbox-${name}-key`]),
				signingSecret: `sandbox-${name}-signing-secret`,
				suspended: name === 'suspended',
				webhook: undefined,
				creditsIncluded,
				creditsUsed: 0,
				creditsMonth: currentMonth(),
			});
		}
	}

	private add(account: Account): void {
		this.byId.set(account.id, account);
		for (const key of account.apiKeys) this.byKey.set(key, account);
	}

	ofKey(apiKey: string): Account | undefined {
		return this.byKey.get(apiKey);
	}

	/** @throws when there is none: ids come from stored orders and tasks */
	withId(id: string): Account {
		const account = this.byId.get(id);
		if (!account) throw new Error(`There is no account ${id}`);
		return account;
	}

	/** @param nameOrId `demo`, `other` or `suspended`, or the id of an account */
	named(nameOrId: string): Account {
		for (const account of this.byId.values()) {
			if (account.name === nameOrId || account.id === nameOrId) return account;
		}
		throw new Error(`There is no account '${nameOrId}': use demo, other or suspended`);
	}

	all(): Account[] {
		return [...this.byId.values()];
	}

	addKey(account: Account, apiKey: string): void {
		account.apiKeys.add(apiKey);
		this.byKey.set(apiKey, account);
	}

	removeKey(apiKey: string): void {
		this.byKey.get(apiKey)?.apiKeys.delete(apiKey);
		this.byKey.delete(apiKey);
	}
}

const currentMonth = (): string => new Date().toISOString().slice(0, 7);

/** Credits used in the current calendar month (section 8, UTC). */
export function creditsUsed(account: Account): number {
	const month = currentMonth();
	if (account.creditsMonth !== month) {
		account.creditsMonth = month;
		account.creditsUsed = 0;
	}
	return account.creditsUsed;
}

/** Charges one credit per generated mockup image. */
export function chargeCredits(account: Account, images: number): void {
	account.creditsUsed = creditsUsed(account) + images;
}
