import type { IDataObject } from 'n8n-workflow';

import type { Ending } from '../engine/clock.ts';
import { startExecution } from '../engine/run.ts';
import { current } from '../service/orders.ts';
import type { Interruption, RunPlan, Step } from './history.ts';
import { followUp } from './person.ts';
import { inputOf, itemJson, parametersOf, UNKNOWN_ITEM, type Input } from './purchases.ts';
import { textOfError, textOfErrorItem } from './reading.ts';
import type { RunRecord } from './record.ts';
import type { World } from './world.ts';

/** Simulated time after which a run counts as one that does not end. */
const LONGEST_RUN_MS = 4 * 3_600_000;

/** A person looks at the result for a while. */
const PERSON_MS = 20_000;

/** So often a person tries again. */
const MOST_FOLLOW_UPS = 2;

interface RunOptions {
	follows?: RunRecord;
	isByMessages?: boolean;
	interruption?: Interruption;
	isOneOfTwo?: boolean;
}

/** Plays the steps of a history, and keeps what became of each run. */
export class Player {
	readonly runs: RunRecord[] = [];

	private readonly world: World;

	private readonly fillsFromCatalog: boolean;

	constructor(world: World, fillsFromCatalog: boolean) {
		this.world = world;
		this.fillsFromCatalog = fillsFromCatalog;
	}

	async play(step: Step): Promise<void> {
		switch (step.kind) {
			case 'world':
				this.world.happen(step.event);
				break;
			case 'twoRuns':
				await this.runTwo(step.first, step.second, step.offset);
				break;
			case 'run': {
				for (const event of step.meanwhile) {
					this.world.after(event.after, () => this.world.happen(event));
				}
				const { run: plan, interruption, afterwards } = step;
				const inputs = plan.items.map((item) => inputOf(item, plan.operation));
				await this.runAndRepeat(plan, inputs, interruption, afterwards);
				break;
			}
		}
		await this.world.clock.pass(PERSON_MS);
	}

	/** Runs the node to its end, or to where it is interrupted. */
	async run(plan: RunPlan, inputs: Input[], options: RunOptions = {}): Promise<RunRecord> {
		const { clock } = this.world;
		const { record, execution } = this.start(plan, inputs, options);
		const { interruption } = options;
		let isKilled = false;
		if (interruption) {
			this.world.after(interruption.after, () => {
				if (record.result) return;
				record.interruption = interruption.kind;
				this.world.say(() => `run ${record.number}: ${interruption.kind}`);
				if (interruption.kind === 'stop') execution.cancel();
				else isKilled = true;
			});
		}
		const isEndless = (): boolean => this.world.network.isEndless(record.number);
		const end = await clock.passUntil(
			() => record.result !== undefined || isKilled || isEndless(),
			LONGEST_RUN_MS,
		);
		const ending = isEndless() ? 'too long' : end;
		this.finish(record, ending);
		if (isKilled || ending !== 'done') {
			this.world.network.cutOff(record.number);
			this.world.restart();
		}
		return record;
	}

	private async runAndRepeat(
		plan: RunPlan,
		inputs: Input[],
		interruption: Interruption | undefined,
		afterwards: 'nothing' | 'sameInput' | 'followMessages',
	): Promise<void> {
		let record = await this.run(plan, inputs, interruption && { interruption });
		if (afterwards === 'nothing') return;
		for (let count = 0; count < MOST_FOLLOW_UPS; count += 1) {
			await this.world.clock.pass(PERSON_MS);
			const next = afterwards === 'sameInput' ? inputs : followUp(record, this.world.service);
			const hasFailed = !record.result || record.result.status !== 'success';
			if (!next || next.length === 0 || (afterwards === 'sameInput' && !hasFailed)) return;
			record = await this.run(plan, next, {
				follows: record,
				isByMessages: afterwards === 'followMessages',
			});
		}
	}

	private async runTwo(first: RunPlan, second: RunPlan, offset: number): Promise<void> {
		const { clock } = this.world;
		const start = (plan: RunPlan) =>
			this.start(
				plan,
				plan.items.map((item) => inputOf(item, plan.operation)),
				{ isOneOfTwo: true },
			).record;
		const records = [start(first)];
		await clock.pass(offset);
		records.push(start(second));
		const isOver = ({ result, number }: RunRecord): boolean =>
			result !== undefined || this.world.network.isEndless(number);
		const end = await clock.passUntil(() => records.every(isOver), LONGEST_RUN_MS);
		const ending = records.every(({ result }) => result) || end !== 'done' ? end : 'too long';
		for (const record of records) this.finish(record, record.result ? 'done' : ending);
		if (ending !== 'done') {
			for (const { number } of records) this.world.network.cutOff(number);
			this.world.restart();
		}
	}

	private start(plan: RunPlan, given: Input[], options: RunOptions) {
		const { follows, isByMessages = false, isOneOfTwo = false } = options;
		const { clock, process, service } = this.world;
		const { onError, tries, isDeclarative } = plan.settings;
		const inputs =
			plan.operation === 'updateItem' ? given.map((input) => this.withItemId(input)) : given;
		const record: RunRecord = {
			number: this.runs.length + 1,
			plan,
			inputs,
			startedAt: clock.now,
			endedAt: clock.now,
			ending: 'done',
			isByMessages,
			isOneOfTwo,
			...(follows && { follows }),
		};
		this.runs.push(record);
		this.world.say(() => `run ${record.number}: ${shownPlan(record)}`);
		const execution = startExecution({
			process,
			baseUrl: service.baseUrl,
			run: record.number,
			parameters: parametersOf(plan, inputs, this.fillsFromCatalog),
			items: inputs.map(itemJson),
			isDeclarative,
			settings: {
				...(onError !== 'stop' && { onError }),
				...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1_000 }),
			},
		});
		void execution.finished.then((result) => {
			record.endedAt = clock.now;
			record.result = result;
		});
		return { record, execution };
	}

	/** What a person chooses from the list of the order's items; of an order that is not there, none. */
	private withItemId(input: Input): Input {
		const order = this.world.service.book.find(`@${input.externalId}`);
		const [item] = order ? (current(order).orderItems as IDataObject[]) : [];
		return { ...input, itemId: String(item?.id ?? UNKNOWN_ITEM) };
	}

	private finish(record: RunRecord, ending: Ending): void {
		record.ending = ending;
		const { result, number } = record;
		if (!result) {
			record.endedAt = this.world.clock.now;
			this.world.say(() => `run ${number}: has no result, ${ending}`);
			return;
		}
		const { status, error, items, errorItems } = result;
		this.world.say(() => `run ${number}: ${status}`);
		for (const { json } of items)
			this.world.say(() => `  item ${JSON.stringify(json).slice(0, 200)}`);
		for (const { json } of errorItems)
			this.world.say(() => `  error item ${textOfErrorItem(json)}`);
		if (error) this.world.say(() => `  error ${textOfError(error)}`);
	}
}

const shownPlan = ({ plan: { operation, settings }, inputs, follows }: RunRecord): string => {
	const { onError, tries, isDeclarative, ...others } = settings;
	const purchases = inputs.map(({ externalId, purchase }) => `${externalId} (${purchase})`);
	return [
		operation,
		purchases.join(', '),
		...(follows ? [`repeats run ${follows.number}`] : []),
		...(onError === 'stop' ? [] : [onError]),
		...(tries > 1 ? [`${tries} tries`] : []),
		...(isDeclarative ? ['declarative'] : []),
		JSON.stringify(others),
	].join('  ');
};
