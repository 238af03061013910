import fc from 'fast-check';

import { mostly, oneOf } from '../choices.ts';
import type {
	CatalogStyle,
	DuplicateAnswer,
	ErrorShape,
	ListStyle,
	Normalisation,
	Personality,
	SuccessAnswer,
} from '../service/personality.ts';
import type { Done, Mishap, RetryAfter, WeatherEvent } from '../service/weather.ts';
import type {
	History,
	HistoryItem,
	Interruption,
	Operation,
	RunPlan,
	RunSettings,
	Step,
	WorldEvent,
} from './history.ts';

const errorShape: fc.Arbitrary<ErrorShape> = oneOf(
	'violations',
	'hydra',
	'access',
	'problem',
	'errorText',
	'errorList',
	'html',
	'empty',
);

const successAnswer = (plainStatus: 200 | 201): fc.Arbitrary<SuccessAnswer> =>
	fc.record({
		status: mostly<SuccessAnswer['status']>(plainStatus, 200, 201, 202, 204),
		body: mostly<SuccessAnswer['body']>(
			'whole',
			'empty',
			'id',
			'changed',
			'job',
			'text',
			'object',
			'wrapped',
			'location',
		),
	});

const duplicate: fc.Arbitrary<DuplicateAnswer> = fc.oneof(
	fc.record({
		kind: fc.constant('refused' as const),
		status: oneOf(422 as const, 409 as const, 400 as const),
		shape: errorShape,
		propertyPath: oneOf('externalId', 'external_id', ''),
	}),
	fc.constant({
		kind: 'existing' as const,
		answer: { status: 200 as const, body: 'whole' as const },
	}),
);

const flag = (): fc.Arbitrary<boolean> => mostly(false, true);

const normalisation: fc.Arbitrary<Normalisation> = fc.record({
	phone: flag(),
	price: flag(),
	countryName: flag(),
	nullForEmpty: flag(),
	placements: mostly<Normalisation['placements']>('asSent', 'filled', 'null'),
	reverseItems: flag(),
});

const listStyle: fc.Arbitrary<ListStyle> = fc.record({
	pageSize: oneOf(30, 3, 5, 10),
	next: oneOf<ListStyle['next']>(
		'absolute',
		'relative',
		'withoutPrefix',
		'query',
		'object',
		'header',
		'otherHost',
		'otherScheme',
		'none',
		'noneAndOnePageOnly',
	),
	ending: mostly<ListStyle['ending']>('clean', 'repeatsLast', 'emptyForever', 'loop'),
	members: mostly<ListStyle['members']>('hydra:member', 'member'),
	showsTotal: fc.boolean(),
	nullMembers: flag(),
	empty: oneOf<ListStyle['empty']>('list', 'status204', 'array'),
	otherOrders: oneOf(0, 3, 12, 65),
});

const catalogStyle: fc.Arbitrary<CatalogStyle> = fc.record({
	placements: mostly<CatalogStyle['placements']>('asNumbers', 'asTexts', 'none'),
	placementType: oneOf<CatalogStyle['placementType']>('front', 'main'),
	inStock: mostly(true, false),
	credits: mostly<CatalogStyle['credits']>('numbers', 'garbage', 'none'),
});

const personality: fc.Arbitrary<Personality> = fc.record({
	create: successAnswer(201),
	update: successAnswer(200),
	action: successAnswer(200),
	duplicate,
	looksBeforeItWrites: flag(),
	normalisation,
	readLags: fc.array(oneOf(0, 300, 1_500, 5_000), { minLength: 1, maxLength: 3 }),
	showsRefunds: mostly(true, false),
	refundsTwice: mostly(true, false),
	initialStatus: mostly<Personality['initialStatus']>('draft', 'pending', 'onhold'),
	confirmableFrom: oneOf('draft' as const, 'anyOpen' as const),
	confirmed: oneOf<Personality['confirmed']>('pending', 'inprocess', 'onhold', 'same'),
	statusDelay: mostly(0, 2_000, 20_000),
	refusal: fc.record({
		status: oneOf(409 as const, 422 as const, 400 as const),
		shape: errorShape,
	}),
	repeatedChange: oneOf('refused' as const, 'accepted' as const),
	validation: mostly('passes' as const, 'failsLater' as const),
	list: listStyle,
	catalog: catalogStyle,
	prefix: mostly('' as const, '/shop' as const),
});

const retryAfter = (): fc.Arbitrary<RetryAfter> =>
	oneOf<RetryAfter>(
		undefined,
		'seconds',
		'zero',
		'date',
		'past',
		'unreadableDate',
		'garbage',
		'negative',
		'long',
	);

const done = oneOf<Done>('yes', 'no', 'later');

const mishap: fc.Arbitrary<Mishap> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('lost' as const),
			code: oneOf(
				'ECONNRESET' as const,
				'ETIMEDOUT' as const,
				'EPIPE' as const,
				'ERR_STREAM_PREMATURE_CLOSE' as const,
			),
			done,
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('status' as const),
			status: oneOf(502 as const, 503 as const, 504 as const, 500 as const),
			done,
			retryAfter: retryAfter(),
			shape: errorShape,
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('limited' as const), retryAfter: retryAfter() }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('neverSent' as const),
			code: oneOf('ECONNREFUSED' as const, 'ENOTFOUND' as const, 'EAI_AGAIN' as const),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('slow' as const),
			milliseconds: oneOf(500, 5_000, 40_000),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('silent' as const), done }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('cutOff' as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('webPage' as const), done: fc.boolean() }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('refused' as const),
			status: oneOf(403 as const, 401 as const, 422 as const, 400 as const, 409 as const),
			shape: errorShape,
		}),
	},
);

const weatherEvent: fc.Arbitrary<WeatherEvent> = fc.record({
	skip: oneOf(0, 1, 2, 4),
	times: mostly(1, 2, 3, 6),
	method: oneOf<WeatherEvent['method']>('any', 'POST', 'POST', 'PATCH', 'GET'),
	mishap,
});

const item: fc.Arbitrary<HistoryItem> = fc.record({
	order: oneOf(0, 1, 2, 3),
	content: mostly(0, 1),
});

const settings: fc.Arbitrary<RunSettings> = fc.record({
	onError: mostly<RunSettings['onError']>('stop', 'continueRegularOutput', 'continueErrorOutput'),
	tries: mostly<RunSettings['tries']>(1, 2, 3),
	// n8n's declarative engine takes several times as long.
	isDeclarative: fc.oneof(
		{ weight: 7, arbitrary: fc.constant(false) },
		{ weight: 1, arbitrary: fc.constant(true) },
	),
	maxAttempts: mostly(5, 1, 2),
	maxWaitSeconds: oneOf(30, 2, 0, 10),
	concurrency: mostly(10, 1, 2),
	ifExists: mostly<RunSettings['ifExists']>('returnExisting', 'error'),
	simplify: fc.boolean(),
	limit: oneOf(0, 0, 2, 40),
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
	{ weight: 8, arbitrary: fc.constant('create' as const) },
	{ weight: 4, arbitrary: fc.constant('refund' as const) },
	{ weight: 3, arbitrary: fc.constant('confirm' as const) },
	{ weight: 2, arbitrary: fc.constant('cancel' as const) },
	{ weight: 2, arbitrary: fc.constant('update' as const) },
	{ weight: 2, arbitrary: fc.constant('updateItem' as const) },
	{ weight: 2, arbitrary: fc.constant('reprint' as const) },
	{ weight: 2, arbitrary: fc.constant('list' as const) },
	{
		weight: 2,
		arbitrary: oneOf('shipments' as const, 'products' as const, 'variants' as const),
	},
	{ weight: 1, arbitrary: oneOf('tasks' as const, 'task' as const) },
);

const runPlan: fc.Arbitrary<RunPlan> = fc.record({
	operation,
	items: fc.oneof(
		{ weight: 2, arbitrary: fc.array(item, { minLength: 1, maxLength: 1 }) },
		{ weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }) },
	),
	settings,
});

const worldEvent: fc.Arbitrary<WorldEvent> = fc.record({
	after: oneOf(50, 200, 1_000, 5_000),
	order: oneOf(0, 1, 2, 3),
	change: oneOf<WorldEvent['change']>(
		'onhold',
		'pending',
		'inprocess',
		'shipped',
		'canceled',
		'failed',
		'recipient',
		'newOrder',
	),
});

const interruption: fc.Arbitrary<Interruption> = fc.record({
	kind: oneOf('stop' as const, 'kill' as const),
	after: oneOf(40, 90, 150, 300, 1_000, 3_000),
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 10,
		arbitrary: fc.record(
			{
				kind: fc.constant('run' as const),
				run: runPlan,
				meanwhile: fc.oneof(
					{ weight: 5, arbitrary: fc.constant<WorldEvent[]>([]) },
					{ weight: 1, arbitrary: fc.array(worldEvent, { minLength: 1, maxLength: 2 }) },
				),
				afterwards: oneOf('nothing' as const, 'sameInput' as const, 'followMessages' as const),
				interruption: fc.oneof(
					{ weight: 5, arbitrary: fc.constant(undefined) },
					{ weight: 1, arbitrary: interruption },
				),
			},
			{ requiredKeys: ['kind', 'run', 'meanwhile', 'afterwards'] },
		),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('twoRuns' as const),
			first: runPlan,
			second: runPlan,
			offset: oneOf(0, 20, 200, 2_000),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('world' as const), event: worldEvent }),
	},
);

/**
 * In a seventh of the histories Create waits and confirms. Decided by a number that is drawn already: one more to draw
 * would give every seed another history.
 */
function withFollowUp(drawn: History): History {
	const { randomSeed } = drawn;
	if (randomSeed % 7 !== 5) return drawn;
	const followUp = {
		confirm: randomSeed % 3 !== 0,
		waitForValidation: [0, 4, 30][(randomSeed % 11) % 3] ?? 0,
		onFailedValidation: randomSeed % 2 === 0 ? 'stop' : 'handBack',
	};
	return withRuns(drawn, (run) =>
		run.operation === 'create' ? { ...run, settings: { ...run.settings, followUp } } : run,
	);
}

/** The history with each of its runs changed. */
const withRuns = (drawn: History, changed: (run: RunPlan) => RunPlan): History => ({
	...drawn,
	steps: drawn.steps.map((drawnStep) => {
		switch (drawnStep.kind) {
			case 'run':
				return { ...drawnStep, run: changed(drawnStep.run) };
			case 'twoRuns':
				return {
					...drawnStep,
					first: changed(drawnStep.first),
					second: changed(drawnStep.second),
				};
			default:
				return drawnStep;
		}
	}),
});

/** In a fifth of the histories, some runs expect their orders to exist. Decided as in {@link withFollowUp}. */
function withExpectation(drawn: History): History {
	const { randomSeed } = drawn;
	if (randomSeed % 5 !== 1) return drawn;
	let runs = 0;
	return withRuns(drawn, (run) => {
		runs += 1;
		const expectExisting = randomSeed % (runs + 2) !== 0;
		return { ...run, settings: { ...run.settings, expectExisting } };
	});
}

/**
 * Of the services that answer a second order with the existing one, two thirds answer as they do to the first, unless that
 * says that an entity was created or deleted. Decided by a number that is drawn already, as in {@link withFollowUp}.
 */
function withDuplicateAnswer(drawn: History): History {
	const { randomSeed, personality: service } = drawn;
	const { create: answer, duplicate: drawnAnswer } = service;
	const isUntrue = answer.status === 201 || answer.status === 204;
	if (drawnAnswer.kind !== 'existing' || isUntrue || randomSeed % 3 === 0) return drawn;
	return { ...drawn, personality: { ...service, duplicate: { kind: 'existing', answer } } };
}

/** Any history of three to eight steps; a failing one is shrunk to fewer and plainer ones. */
export const history: fc.Arbitrary<History> = fc.noBias(
	fc
		.record({
			personality,
			before: fc.array(item, { maxLength: 2 }),
			weather: fc.array(weatherEvent, { maxLength: 8 }),
			fillsFromCatalog: mostly(false, true),
			steps: fc.array(step, { minLength: 1, maxLength: 6 }),
			randomSeed: fc.integer({ min: 0, max: 1_000_000 }),
		})
		.map(withFollowUp)
		.map(withDuplicateAnswer)
		.map(withExpectation),
);
