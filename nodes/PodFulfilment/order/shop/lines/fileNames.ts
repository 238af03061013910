// Which names of properties are those of print files, by the setting 'Print File Property', and which placement they
// name, whatever kind of file they say: 'Print file front', 'frontPrintFile', 'Print file front (PNG)'. Also the name
// that the property for a placement has.

import { comparableName } from '../../../input/equalText';
import { withoutPrice } from './propertyText';

/** What may follow the name of a print file and says only how it is given. None is the end of another. */
const KINDS_OF_FILE = [
	...['url', 'link', 'address', 'png', 'pdf', 'jpeg', 'jpg', 'svg', 'tif', 'tiff', 'webp', 'eps'],
];

/** Removes the kinds of file from the end of a name. Not with a regular expression, which would begin at each of them. */
function withoutKinds(name: string): string {
	let end = name.length;
	for (;;) {
		const kind = KINDS_OF_FILE.find((one) => name.endsWith(one, end));
		if (kind === undefined) return name.slice(0, end);
		end -= kind.length;
	}
}

/** Words of which a placement's name has no more, as far as it is looked for in the setting. */
const MAX_WORDS = 4;

/** Where a text names a placement, in whole words: 'front' of 'front_print_file' and of 'frontPrintFile'. */
function placementIn(
	setting: string,
	types: ReadonlySet<string>,
): { begin: number; end: number } | undefined {
	const words = [...setting.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
		begin: index,
		end: index + word.length,
	}));
	return words
		.flatMap(({ begin }, first) =>
			words.slice(first, first + MAX_WORDS).map(({ end }) => ({ begin, end })),
		)
		.filter(({ begin, end }) => types.has(comparableName(setting.slice(begin, end))))
		.sort((one, other) => other.end - other.begin - (one.end - one.begin))[0];
}

/** The names of the properties of a line that name its print files. */
export class FileNames {
	/** As the user entered it. */
	private readonly entered: string;

	/** The same with its words apart, and without a price. */
	private readonly setting: string;

	/** The same, comparable. */
	private readonly wanted: string;

	private readonly types: ReadonlySet<string>;

	/** Length of the longest of them. */
	private readonly maxLength: number;

	/** Where the setting itself names a placement. */
	private readonly own: { begin: number; end: number } | undefined;

	/** What is before and behind a placement in other names, without what kind of file it is. */
	private readonly forms: ReadonlyArray<readonly [before: string, behind: string]>;

	/** Whether the setting says what kind of file it is: then other names must, too. */
	private readonly hasKind: boolean;

	/**
	 * @param setting what the user entered as 'Print File Property'; it may name a placement
	 * @param types of the variant's placements, in their comparable form; none where it is not known
	 */
	constructor(setting: string, types: ReadonlySet<string> = new Set()) {
		this.entered = setting;
		this.setting = withoutPrice(setting).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
		this.wanted = comparableName(this.setting);
		this.types = types;
		this.maxLength = [...types].reduce((max, { length }) => Math.max(max, length), 0);
		this.own = placementIn(this.setting, types);
		const stem = withoutKinds(this.wanted);
		this.hasKind = stem !== this.wanted;
		this.forms = this.own
			? [
					[
						comparableName(this.setting.slice(0, this.own.begin)),
						withoutKinds(comparableName(this.setting.slice(this.own.end))),
					],
				]
			: [
					['', stem],
					[stem, ''],
				];
	}

	/**
	 * The placement of the file of a property whose name begins as the user entered it, with what else it says, comparable:
	 * `front` of 'Print file front' and 'Print file front (PNG)'. Empty where it says nothing; undefined for another name.
	 */
	placementOf(name: string): string | undefined {
		const given = comparableName(withoutPrice(name));
		if (!given.startsWith(this.wanted)) return undefined;
		const behind = withoutKinds(given.slice(this.wanted.length));
		// The first of several uploads, which apps number.
		const rest = /^1{1,2}$/.test(behind) && !this.types.has(behind) ? '' : behind;
		if (!this.own || this.types.has(rest)) return rest;
		return comparableName(this.setting.slice(this.own.begin, this.own.end)) + rest;
	}

	/** The same of a property that names another placement before the name, or in place of the one in the setting. */
	otherPlacementOf(name: string): string | undefined {
		const given = comparableName(withoutPrice(name));
		return this.forms
			.map((form) => this.placementByForm(given, form))
			.find((placement) => placement !== undefined);
	}

	private placementByForm(
		given: string,
		[before, behind]: readonly [string, string],
	): string | undefined {
		if (!given.startsWith(before)) return undefined;
		for (let end = before.length + 1; end <= before.length + this.maxLength; end += 1) {
			const type = given.slice(before.length, end);
			if (!given.startsWith(behind, end) || !this.types.has(type)) continue;
			const rest = given.slice(end + behind.length);
			const more = withoutKinds(rest);
			if (this.hasKind && more === rest) continue;
			// A name that is a placement alone, such as 'Back', says nothing else.
			if (more === '' || before + behind !== '') return type + more;
		}
		return undefined;
	}

	/** The name that the property for a placement has, for messages. */
	nameFor(type: string): string {
		if (type === '') return this.entered;
		return this.own
			? `${this.setting.slice(0, this.own.begin)}${type}${this.setting.slice(this.own.end)}`
			: `${this.entered} ${type}`;
	}
}
