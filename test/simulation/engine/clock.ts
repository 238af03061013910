import FakeTimers from '@sinonjs/fake-timers';

/** Where simulated time begins. */
export const EPOCH = Date.parse('2026-03-02T09:00:00Z');

/** So often the time may be asked for without any timer passing: more is a loop that never waits. */
const MAX_READINGS_AT_ONE_TIME = 200_000;

/** So many timers may pass at one moment: more is a loop that waits for no time. */
const MAX_TIMERS_AT_ONE_TIME = 5_000;

/** The event loop would never have turned again: what runs asks for the time over and over, and waits for nothing. */
export class FrozenEventLoop extends Error {}

/** How a wait for something came to its end. */
export type Ending = 'done' | 'frozen' | 'nothing left to wait for' | 'too long';

const realSetImmediate = setImmediate;

/** Lets all promises, and all that Node.js does between two timers, come to their end. */
const turn = async (): Promise<void> =>
	await new Promise((resolve) => {
		realSetImmediate(resolve);
	});

/** The clock of one history. While it is installed, timers and `Date` of the whole process are its own. */
export class SimulatedClock {
	private readonly fake = FakeTimers.install({
		now: EPOCH,
		toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
	});

	private readingsSinceTimer = 0;

	private isFrozen = false;

	constructor() {
		globalThis.Date.now = () => {
			this.readingsSinceTimer += 1;
			if (this.readingsSinceTimer > MAX_READINGS_AT_ONE_TIME) {
				this.isFrozen = true;
				throw new FrozenEventLoop('The time was asked for over and over, and no timer passed');
			}
			return this.fake.now;
		};
	}

	/** Milliseconds since 1970. */
	get now(): number {
		return this.fake.now;
	}

	/** Milliseconds since the history began. */
	get elapsed(): number {
		return this.fake.now - EPOCH;
	}

	/** How many timers are waited for. */
	get timers(): number {
		return this.fake.countTimers();
	}

	/** Lets time pass from timer to timer, until something has come about. */
	async passUntil(isDone: () => boolean, limitMilliseconds: number): Promise<Ending> {
		const limit = this.fake.now + limitMilliseconds;
		let timersAtThisTime = 0;
		for (;;) {
			await turn();
			if (this.isFrozen) {
				this.isFrozen = false;
				this.readingsSinceTimer = 0;
				return 'frozen';
			}
			if (isDone()) return 'done';
			if (this.fake.countTimers() === 0) return 'nothing left to wait for';
			if (this.fake.now > limit) return 'too long';
			const before = this.fake.now;
			this.readingsSinceTimer = 0;
			this.fake.next();
			timersAtThisTime = this.fake.now === before ? timersAtThisTime + 1 : 0;
			if (timersAtThisTime > MAX_TIMERS_AT_ONE_TIME) return 'frozen';
		}
	}

	/** Lets so much time pass, with all that is due in it. */
	async pass(milliseconds: number): Promise<void> {
		let isOver = false;
		setTimeout(() => {
			isOver = true;
		}, milliseconds);
		await this.passUntil(() => isOver, milliseconds);
	}

	/** Drops every timer. */
	clear(): void {
		const { now } = this.fake;
		this.fake.reset();
		this.fake.setSystemTime(now);
	}

	uninstall(): void {
		this.fake.uninstall();
	}
}
