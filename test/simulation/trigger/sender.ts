import type { WorldTimers } from '../engine/worldTimers.ts';
import { signedHeaders, type Delivery } from './delivery.ts';
import type { Incident, IncidentEvent, SenderStyle } from './history.ts';
import type { N8n, Received } from './n8n.ts';
import { bodyOf, type ServiceEvent } from './serviceEvent.ts';

/** The specification gives a receiver so long (section 6, Delivery and retries), in milliseconds. */
export const RESPONSE_MS = 60_000;

const ATTEMPTS = 6;

/** An event on its way to one workflow. */
export interface Message {
	event: ServiceEvent;
	workflow: number;
	firstSentAt: number;
	/** A status other than 200, or none at all, counts as failed. */
	state: 'under way' | 'acknowledged' | 'given up';
}

interface Options {
	n8n: N8n;
	style: SenderStyle;
	incidents: IncidentEvent[];
	timers: WorldTimers;
	random: () => number;
	secret: string;
	log: (line: () => string) => void;
}

/** The service that sends the events, and sends them again. */
export class Sender {
	readonly messages: Message[] = [];

	/** Genuine deliveries, as somebody on the way may have recorded them. */
	readonly sent: Delivery[] = [];

	secret: string;

	private readonly options: Options;

	private readonly incidents: IncidentEvent[];

	constructor(options: Options) {
		this.options = options;
		this.secret = options.secret;
		this.incidents = options.incidents.map((event) => ({ ...event }));
	}

	/** The time by the clock of the service. */
	get time(): number {
		return this.options.timers.now() + this.options.style.clockAhead;
	}

	/** Sends an event to a workflow, up to six times. */
	send(event: ServiceEvent, workflow: number): void {
		const firstSentAt = this.options.timers.now();
		const message: Message = { event, workflow, firstSentAt, state: 'under way' };
		this.messages.push(message);
		this.attempt(message, 0);
	}

	/** A delivery as the service sends it. */
	deliveryOf(event: ServiceEvent, workflow: number, attempt: number, signedAt: number): Delivery {
		const { style } = this.options;
		const body = bodyOf(event, style, attempt);
		return {
			workflow,
			headers: signedHeaders(style, { secret: this.secret, time: signedAt }, body),
			body,
			kind: 'event',
			event,
			attempt,
			secret: this.secret,
			timestamp: signedAt,
		};
	}

	/** Sends a delivery once, whoever made it. */
	transmit(
		delivery: Delivery,
		incident?: Incident,
		onAnswer = (_status?: number): void => {},
	): void {
		const { timers, n8n, random, log } = this.options;
		if (incident) log(() => `  ${JSON.stringify(incident)}`);
		let isOver = false;
		let received: Received | undefined;
		const end = (status?: number): void => {
			if (isOver) return;
			isOver = true;
			onAnswer(status);
		};
		const hangUp = (): void => {
			received?.response.disconnect();
			end();
		};
		const there = 5 + Math.floor(random() * 40) + (incident?.kind === 'late' ? incident.after : 0);
		timers.after(RESPONSE_MS, hangUp);
		if (incident?.kind === 'hangsUp') timers.after(incident.after, hangUp);
		if (incident?.kind === 'neverArrives') {
			timers.after(there, end);
			return;
		}
		if (incident?.kind === 'twice') {
			timers.after(incident.after, () => this.transmit({ ...delivery }));
		}
		timers.after(there, () => {
			received = n8n.receive(delivery);
			if (!received) return end();
			const { response } = received;
			if (isOver) response.disconnect();
			response.once('close', () => {
				const status = response.writableEnded ? response.statusCode : undefined;
				end(incident?.kind === 'answerLost' ? undefined : status);
			});
		});
	}

	private attempt(message: Message, number: number): void {
		const { style, timers, log } = this.options;
		const { event, workflow, firstSentAt } = message;
		const isFirstSignature = style.signed === 'once' && number > 0;
		const signedAt = isFirstSignature ? firstSentAt + style.clockAhead : this.time;
		const delivery = this.deliveryOf(event, workflow, number, signedAt);
		this.sent.push(delivery);
		log(() => `attempt ${number + 1} of ${event.type} ${event.order} ${event.status}`);
		this.transmit(delivery, this.nextIncident(), (status) => {
			if (message.state !== 'under way') return;
			if (status === 200) message.state = 'acknowledged';
			else if (number + 1 >= ATTEMPTS) message.state = 'given up';
			else timers.after(style.intervals[number] ?? 0, () => this.attempt(message, number + 1));
			log(() => `  attempt ${number + 1}: ${status ?? 'no answer'}, ${message.state}`);
		});
	}

	private nextIncident(): Incident | undefined {
		const [event] = this.incidents;
		if (!event) return undefined;
		if (event.skip > 0) {
			event.skip -= 1;
			return undefined;
		}
		event.times -= 1;
		if (event.times <= 0) this.incidents.shift();
		return event.incident;
	}
}
