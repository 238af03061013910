/** One element of a pattern and how often it may occur. */
interface Element {
	/** A pattern for one character; undefined for what takes no character, such as `^` or a lookahead. */
	atom?: string;
	isUnbounded: boolean;
	isOptional: boolean;
	/** A group that is repeated without a bound. */
	isRepeatedGroup?: boolean;
	/** A pattern for the one character that a look-behind asks for. */
	behind?: string | undefined;
	/** `^`: what comes behind it begins at one place alone. */
	isStart?: boolean;
	/** Takes no character, and may fail all the same: `$`, `\b`, or a look-around. */
	isCondition?: boolean;
}

/** Splits at `|` outside of groups and classes. */
function alternatives(source: string): string[] {
	const found = [''];
	let depth = 0;
	let isClass = false;
	for (let index = 0; index < source.length; index += 1) {
		const character = source[index] ?? '';
		if (character === '\\') {
			found[found.length - 1] += character + (source[index + 1] ?? '');
			index += 1;
			continue;
		}
		if (character === '[') isClass = true;
		if (character === ']') isClass = false;
		if (!isClass && character === '(') depth += 1;
		if (!isClass && character === ')') depth -= 1;
		if (!isClass && depth === 0 && character === '|') found.push('');
		else found[found.length - 1] += character;
	}
	return found;
}

const ATOM =
	/^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\()[\]])/su;

/** The text of a group from its opening bracket, without its closing one. */
function groupAt(source: string): string {
	let depth = 0;
	let isClass = false;
	for (let index = 0; index < source.length; index += 1) {
		const character = source[index];
		if (character === '\\') index += 1;
		else if (character === '[') isClass = true;
		else if (character === ']') isClass = false;
		else if (!isClass && character === '(') depth += 1;
		else if (!isClass && character === ')') depth -= 1;
		if (depth === 0) return source.slice(0, index);
	}
	throw new SyntaxError(`A group without an end: ${source}`);
}

const lookAround = (group: string): Element => ({
	...{ isUnbounded: false, isOptional: true, isCondition: true },
	behind: /^\(\?<=(\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\?.)$/u.exec(group)?.[1],
});

/** Every way through an alternative, as a sequence of elements. */
function waysThrough(source: string): Element[][] {
	let ways: Element[][] = [[]];
	let rest = source;
	while (rest !== '') {
		let inner: Element[][];
		if (rest.startsWith('(')) {
			const group = groupAt(rest);
			rest = rest.slice(group.length + 1);
			const isLookAround = /^\(\?<?[=!]/.test(group);
			const content = group.replace(/^\((?:\?(?::|<?[=!]|<\w+>))?/, '');
			inner = isLookAround ? [[lookAround(group)]] : alternatives(content).flatMap(waysThrough);
		} else {
			const atom = ATOM.exec(rest)?.[0];
			if (atom === undefined) throw new SyntaxError(`Not understood: ${rest}`);
			rest = rest.slice(atom.length);
			const takesNone = ['^', '$', '\\b', '\\B'].includes(atom);
			const taken = takesNone ? { isStart: atom === '^', isCondition: atom !== '^' } : { atom };
			inner = [[{ ...taken, isUnbounded: false, isOptional: takesNone }]];
		}
		const [quantifier = ''] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(rest) ?? [];
		rest = rest.slice(quantifier.length);
		const isUnbounded = /^[*+]|,\}/.test(quantifier);
		const isOptional = /^[*?]|^\{0/.test(quantifier);
		const isGroup = inner.length > 1 || (inner[0]?.length ?? 0) > 1;
		const repeated = inner.map((way) =>
			way.map((element) => ({
				...element,
				isUnbounded: element.isUnbounded || isUnbounded,
				isOptional: element.isOptional || (isOptional && !isGroup),
				...(isUnbounded && isGroup && { isRepeatedGroup: true }),
			})),
		);
		// Left out as a whole, or there as a whole.
		if (isOptional && isGroup) repeated.push([]);
		ways = ways.flatMap((way) => repeated.map((other) => [...way, ...other]));
	}
	return ways;
}

/** Characters with which classes are compared: all of ASCII, and some of each kind that `\s`, `\p{…}` and the like know. */
const PROBES = [
	...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
	...[
		'\u00A0',
		'\u2003',
		'\u2028',
		'\u0301',
		'ß',
		'ſ',
		'Ж',
		'中',
		'٣',
		'\u200B',
		'\uFEFF',
		'\uD800',
	],
];

const charactersOf = (atom: string, flags: string): Set<string> => {
	const pattern = new RegExp(
		`^(?:${atom})$`,
		`${flags.replaceAll(/[gmy]/g, '')}s`.replace('ss', 's'),
	);
	return new Set(PROBES.filter((character) => pattern.test(character)));
};

const areDisjoint = (some: Set<string>, others: Set<string>): boolean =>
	[...some].every((one) => !others.has(one));

/**
 * Why a regular expression may take more than linear time for some text; undefined for one that does not. JavaScript tries a
 * pattern at each position, and an unbounded repetition at each of its lengths: where such a repetition can begin at each
 * character of another one, or of the text, and what comes behind it can fail, the time grows with the square of the length.
 * In doubt it is a reason.
 */
export function whyNotLinear({
	source,
	flags,
}: Pick<RegExp, 'source' | 'flags'>): string | undefined {
	for (const way of alternatives(source).flatMap(waysThrough)) {
		if (way.some(({ isRepeatedGroup }) => isRepeatedGroup)) return 'a group is repeated';
		// Each way by itself: of `^a|b+$`, the second one may begin anywhere.
		const isAnchored = way[0]?.isStart === true && !flags.includes('m');
		/** What was repeated before, with what has to come after it; the text itself is what comes before a pattern. */
		const before: Array<{ repeated: Set<string>; between: Array<Set<string>> }> = isAnchored
			? []
			: [{ repeated: new Set(PROBES), between: [] }];
		for (const [index, { atom, behind, isUnbounded, isOptional }] of way.entries()) {
			if (behind !== undefined) {
				for (const { between } of before) between.push(charactersOf(behind, flags));
			}
			if (atom === undefined) continue;
			const characters = charactersOf(atom, flags);
			const mayFail = way
				.slice(index + 1)
				.some(({ isOptional: mayBeLeftOut, isCondition }) => !mayBeLeftOut || isCondition);
			const isAmbiguous = before.some(
				({ repeated, between }) =>
					!areDisjoint(repeated, characters) &&
					!between.some((set) => areDisjoint(set, characters) || areDisjoint(set, repeated)),
			);
			if (isUnbounded && isAmbiguous && mayFail) return `'${atom}' may start anywhere`;
			if (!isOptional) for (const { between } of before) between.push(characters);
			if (isUnbounded) before.push({ repeated: characters, between: [] });
		}
	}
	return undefined;
}
