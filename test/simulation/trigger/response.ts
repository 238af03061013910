import type { Timers } from '../service/service.ts';

/** Milliseconds until a response that was ended has left. */
const SENDING_MS = 1;

/** What n8n hands to a trigger as the response: the part of Express's that n8n and the trigger use. */
export class SimulatedResponse {
	statusCode = 200;

	writableEnded = false;

	destroyed = false;

	headersSent = false;

	/** How often it was ended; more than once is an error in a real one. */
	endings = 0;

	text = '';

	private readonly listeners: Array<() => void> = [];

	private readonly timers: Timers;

	constructor(timers: Timers) {
		this.timers = timers;
	}

	once(_event: 'close', listener: () => void): this {
		this.listeners.push(listener);
		return this;
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	json(body: unknown): this {
		return this.end(JSON.stringify(body));
	}

	end(text = ''): this {
		this.endings += 1;
		if (this.writableEnded) return this;
		this.text = text;
		this.headersSent = true;
		this.writableEnded = true;
		// A connection that was closed before is not closed again.
		if (!this.destroyed) this.timers.after(SENDING_MS, () => this.disconnect());
		return this;
	}

	/** The connection is closed, by whichever side. */
	disconnect(): void {
		if (this.destroyed) return;
		this.destroyed = true;
		for (const listener of this.listeners.splice(0)) listener();
	}
}
