import { randomOf } from '../random.ts';
import type { AccountStore } from '../state/accounts.ts';
import type { Account } from '../state/model.ts';
import type { WebhookSender } from './delivery.ts';
import type { ServiceEvent } from './envelope.ts';

/** A fixed seed: the same events are lost in every run. */
const SEED = 1;

/** Sends the events of orders, shipments and mockup tasks to the account they belong to. */
export class EventPublisher {
	private readonly accounts: AccountStore;
	private readonly sender: WebhookSender;
	private readonly random = randomOf(SEED);

	constructor(accounts: AccountStore, sender: WebhookSender) {
		this.accounts = accounts;
		this.sender = sender;
	}

	/** @param createEvent called only when the account has a webhook */
	publish(accountId: string, createEvent: (account: Account) => ServiceEvent): void {
		const account = this.accounts.withId(accountId);
		if (!account.webhook || this.random() < account.webhook.lost) return;
		// Nobody waits for it: a rejection would end the process.
		this.sender.send(account, createEvent(account)).catch(console.error);
	}
}
