/** A step of the video. */
export interface Row {
	time: string;
	/** What has to be on the screen. */
	texts: string[];
}

/** The texts that a step names: what is pressed, in bold, and fields and their values. */
const textsIn = (what: string): string[] =>
	[...what.matchAll(/\*\*([^*]+)\*\*|(?<=^|[ (])_([^_]+)_/g)].flatMap(([, bold, field = '']) =>
		(bold ?? field).split(' → '),
	);

/** The steps of the video: the rows of its table in RELEASING.md, without the end. */
export const rowsOfTable = (document: string): Row[] =>
	[...document.matchAll(/^\| (\d:\d\d) \| (.+?) \| .+\|$/gm)]
		.map(([, time = '', what = '']) => ({ time, texts: textsIn(what) }))
		.filter(({ texts }) => texts.length > 0);
