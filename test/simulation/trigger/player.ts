import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { SimulatedClock, type Ending } from '../engine/clock.ts';
import type { NodeSources } from '../engine/nodeProcess.ts';
import { WorldTimers } from '../engine/worldTimers.ts';
import { forged } from './forgeries.ts';
import { signedHeaders } from './delivery.ts';
import type { TriggerHistory, TriggerStep } from './history.ts';
import { N8n } from './n8n.ts';
import { Sender } from './sender.ts';
import { statusOf, type ServiceEvent } from './serviceEvent.ts';

/** Longer than six attempts, their answers and the longest workflow take. */
const LONGEST_MS = 3 * 3_600_000;

/** Longer than any event is remembered. */
const MEMORY_MS = 3 * 3_600_000;

/** A status that passes every filter. */
const SHIPPED = 1;

const FIRST_SECRET = 'first-secret';

/** What a trigger is played in: a sender, n8n, and one clock. */
export class TriggerPlayer {
	readonly clock = new SimulatedClock();

	readonly log: string[] = [];

	readonly n8n: N8n;

	readonly sender: Sender;

	/** Timers that are left when everything is over. */
	timersLeft = 0;

	/** How many events and secrets were kept when all of them were too old. */
	kept = { events: 0, secrets: 0 };

	ending: Ending = 'done';

	private readonly timers = new WorldTimers(this.clock);

	private readonly history: TriggerHistory;

	private readonly realRandom = Math.random;

	private secrets = 1;

	constructor(history: TriggerHistory, sources: NodeSources, isLogged: boolean) {
		this.history = history;
		const { timers, clock } = this;
		const generator = xoroshiro128plus(history.randomSeed);
		const random = (): number => (generator.next() >>> 0) / 2 ** 32;
		Math.random = random;
		const log = (line: () => string): void => {
			if (isLogged) {
				this.log.push(`${(clock.elapsed / 1000).toFixed(3).padStart(9)}  ${line()}`);
			}
		};
		const { settings, fates, sender: style, incidents } = history;
		this.n8n = new N8n({ sources, settings, fates, timers, secret: FIRST_SECRET, log });
		this.sender = new Sender({
			n8n: this.n8n,
			style,
			incidents,
			timers,
			random,
			secret: FIRST_SECRET,
			log,
		});
	}

	/** Plays all steps, waits for what they lead to, and at last sends one more event after hours of rest. */
	async play(): Promise<void> {
		const { clock, sender, n8n } = this;
		for (const { after, step } of this.history.steps) {
			if (after > 0) await clock.pass(after);
			this.take(step);
		}
		this.ending = await clock.passUntil(() => clock.timers === 0, LONGEST_MS);
		this.timersLeft = clock.timers;
		// Two changes of the secret may have been entered in the wrong order.
		n8n.enter([sender.secret]);
		await clock.pass(MEMORY_MS);
		const [type = 'order.created'] = this.history.settings.events;
		sender.transmit(sender.deliveryOf(this.event(type, 0, SHIPPED), 0, 0, sender.time));
		await clock.passUntil(() => clock.timers === 0, LONGEST_MS);
		this.kept = { events: n8n.process.events.size, secrets: n8n.process.secrets.size };
	}

	end(): void {
		Math.random = this.realRandom;
		this.clock.uninstall();
	}

	private take(step: TriggerStep): void {
		const { sender, n8n } = this;
		switch (step.kind) {
			case 'event': {
				const event = this.event(step.type, step.order, step.status);
				for (const workflow of step.isForBoth ? [0, 1] : [0]) sender.send(event, workflow);
				break;
			}
			case 'noEvent':
				this.sendNoEvent(step.body);
				break;
			case 'forgery':
				sender.transmit(
					forged(
						sender.deliveryOf(this.event('order.created', step.order, 0), 0, 0, sender.time),
						step.how,
						this.history.sender,
					),
				);
				break;
			case 'replay': {
				const recorded = sender.sent[step.which % Math.max(1, sender.sent.length)];
				if (recorded) sender.transmit({ ...recorded });
				break;
			}
			case 'kill':
				n8n.kill(step.downFor);
				break;
			case 'rotate':
				this.rotate(step.enteredAfter, step.keepsOld);
				break;
			case 'unreadableCredential':
				n8n.hideCredential(step.lasts);
				break;
		}
	}

	private event(type: ServiceEvent['type'], order: number, status: number): ServiceEvent {
		return { type, order, status: statusOf(type, status), occurredAt: this.clock.now };
	}

	private sendNoEvent(body: string): void {
		const { sender } = this;
		const { secret, time } = sender;
		sender.transmit({
			workflow: 0,
			headers: signedHeaders(this.history.sender, { secret, time }, body),
			body,
			kind: 'noEvent',
			event: undefined,
			attempt: 0,
			secret,
			timestamp: time,
		});
	}

	/** @param enteredAfter milliseconds; below 0 where the person is earlier than the provider */
	private rotate(enteredAfter: number, keepsOld: boolean): void {
		const { sender, n8n, timers } = this;
		const old = sender.secret;
		this.secrets += 1;
		const secret = `secret-${this.secrets}`;
		timers.after(Math.max(0, -enteredAfter), () => {
			sender.secret = secret;
		});
		timers.after(Math.max(0, enteredAfter), () => n8n.enter(keepsOld ? [old, secret] : [secret]));
	}
}
