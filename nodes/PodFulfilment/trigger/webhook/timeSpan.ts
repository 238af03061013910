// A time span in words, such as '21 minutes and 40 seconds'.

const UNITS: ReadonlyArray<[seconds: number, name: string]> = [
	[86_400, 'day'],
	[3_600, 'hour'],
	[60, 'minute'],
	[1, 'second'],
];

/** Formats a time span in its two largest units, such as '21 minutes and 40 seconds'. */
export function timeSpan(milliseconds: number): string {
	let rest = Math.max(1, Math.round(milliseconds / 1000));
	const parts = UNITS.map(([seconds, name]) => {
		const count = Math.floor(rest / seconds);
		rest %= seconds;
		return { count, text: `${count} ${name}${count === 1 ? '' : 's'}` };
	});
	const first = parts.findIndex(({ count }) => count > 0);
	return parts
		.slice(first, first + 2)
		.filter(({ count }) => count > 0)
		.map(({ text }) => text)
		.join(' and ');
}
