import type { AccountStore } from '../state/accounts.ts';
import type { Account } from '../state/model.ts';
import type { WebhookSender } from './delivery.ts';
import type { ServiceEvent } from './envelope.ts';

/** Sends the events of orders, shipments and mockup tasks to the account they belong to. */
export class EventPublisher {
	private readonly accounts: AccountStore;
	private readonly sender: WebhookSender;

	constructor(accounts: AccountStore, sender: WebhookSender) {
		this.accounts = accounts;
		this.sender = sender;
	}

	/** @param createEvent called only when the account has a webhook */
	publish(accountId: string, createEvent: (account: Account) => ServiceEvent): void {
		const account = this.accounts.withId(accountId);
		if (!account.webhook) return;
		// Nobody waits for it: a rejection would end the process.
		this.sender.send(account, createEvent(account)).catch(console.error);
	}
}
