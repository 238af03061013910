/** One line of the table: a figure of ours beside a reference that was measured in the same run. */
export interface Row {
	/** What was done and which figures are compared, as 'ours / reference'. */
	name: string;
	ours: string;
	reference: string;
	ratio: number;
	/** In words; 'stated' where the ratio is information only, and there is no verdict. */
	target: string;
	verdict: 'reached' | 'not reached' | '';
	/** What else the run showed. */
	note?: string;
}

interface Comparison extends Pick<Row, 'name' | 'note'> {
	ours: number;
	reference: number;
	/** Where it is not `ours / reference`: the median of several rounds. */
	ratio?: number;
	/** How either figure is printed. */
	format?: (figure: number) => string;
}

export const count = (figure: number): string => figure.toLocaleString('en');

export const milliseconds = (figure: number): string =>
	`${figure < 100 ? figure.toPrecision(3) : count(Math.round(figure))} ms`;

export const seconds = (figure: number): string => `${(figure / 1000).toFixed(1)} s`;

export const kilobytes = (figure: number): string => `${(figure / 1e3).toFixed(1)} kB`;

export const megabytes = (figure: number): string => `${(figure / 1e6).toFixed(0)} MB`;

const STATED = { target: 'stated', verdict: '' } as const;

/** A row whose ratio is information only. */
export const stated = (comparison: Comparison): Row => ({ ...compare(comparison), ...STATED });

/**
 * A row whose ratio has to stay at or below `limit`.
 * @param complete false when the work itself failed, which no ratio makes good
 */
export function atMost(limit: number, comparison: Comparison, complete = true): Row {
	const row = compare(comparison);
	return {
		...row,
		target: `at most ${limit.toFixed(2)}`,
		verdict: complete && row.ratio <= limit ? 'reached' : 'not reached',
	};
}

/** A row whose ratio has to be `value`, neither more nor less. */
export function exactly(value: number, comparison: Comparison, complete = true): Row {
	const row = compare(comparison);
	return {
		...row,
		target: `exactly ${value.toFixed(2)}`,
		verdict: complete && row.ratio === value ? 'reached' : 'not reached',
	};
}

function compare({ name, ours, reference, ratio, format = count, note }: Comparison) {
	return {
		name,
		ours: format(ours),
		reference: format(reference),
		ratio: ratio ?? ours / reference,
		...(note !== undefined && { note }),
	};
}

/** Two digits after the point, or two that count. */
export const ratioText = (ratio: number): string =>
	ratio < 0.1 ? ratio.toPrecision(2) : ratio.toFixed(2);

export const toTable = (rows: Row[]): string =>
	[
		'| ours / reference | ours | reference | ratio | target | verdict |',
		'|---|---|---|---|---|---|',
		...rows.map(
			({ name, ours, reference, ratio, target, verdict, note }) =>
				`| ${name} | ${ours} | ${reference} | ${ratioText(ratio)} | ${target} | ${[verdict, note].filter(Boolean).join('; ')} |`,
		),
	].join('\n');
