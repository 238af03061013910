import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { posix } from 'node:path';

import { PodFulfilmentApi } from '../../../../credentials/PodFulfilmentApi.credentials.ts';
import { PodFulfilment } from '../../../../nodes/PodFulfilment/PodFulfilment.node.ts';
import { PodFulfilmentPollingTrigger } from '../../../../nodes/PodFulfilment/PodFulfilmentPollingTrigger.node.ts';
import { PodFulfilmentTrigger } from '../../../../nodes/PodFulfilment/PodFulfilmentTrigger.node.ts';
import { GROUPS, STEPS } from '../../../../scripts/testSteps.ts';
import {
	anchorsOf,
	codeSpans,
	commands,
	labels,
	linkTargets,
	sentences,
	type MarkdownDocument,
} from './markdown.ts';
import {
	codeUnder,
	codeWords,
	constantsOf,
	npmScripts,
	repositoryFiles,
	textOf,
} from './repository.ts';
import { FOREIGN_LABELS, FOREIGN_NAMES, FOREIGN_OPTIONS, NO_PATHS } from './vocabulary.ts';

/** The repository on GitHub, whose documents the nodes link to. */
const REPOSITORY = /^https:\/\/github\.com\/pod-fulfilment\/n8n-nodes-pod-fulfilment/;

const exists = (path: string): boolean =>
	repositoryFiles.some((file) => file === path || file.startsWith(`${path}/`));

/** What is wrong with a link; undefined for one that leads somewhere, and for other sites. */
export function brokenLink(link: string, from: string): string | undefined {
	const target = REPOSITORY.test(link)
		? link
				.replace(REPOSITORY, '')
				.replace(/^\/blob\/HEAD\//, '')
				.replace(/^#readme$|^$/, 'README.md')
				.replace(/^#/, 'README.md#')
		: link;
	if (/^\w+:/.test(target)) return undefined;
	const [path = '', anchor] = target.split('#');
	const file =
		path === '' || target !== link
			? path || from
			: posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
	if (!exists(file)) return `links to ${link}, but there is no ${file}`;
	if (anchor === undefined || anchorsOf(textOf(file)).has(anchor)) return undefined;
	return `links to ${link}, but ${file} has no heading #${anchor}`;
}

export const brokenLinks = (document: MarkdownDocument): string[] =>
	linkTargets(document).flatMap(({ at, text }) => {
		const broken = brokenLink(text, document.path);
		return broken === undefined ? [] : [`${at}: ${broken}`];
	});

/** Scripts and suites that commands name. */
export const unknownCommands = (document: MarkdownDocument): string[] => [
	...commands(document, /\bnpm run ([\w:-]+)/g)
		.filter(({ text }) => !(text in npmScripts))
		.map(({ at, text }) => `${at}: there is no script "${text}" in package.json`),
	...commands(document, /\bnpm (?:test|run test:all) -- ((?:\w+ ?)+)/g).flatMap(({ at, text }) =>
		text
			.trim()
			.split(' ')
			.filter((suite) => !STEPS.includes(suite) && !(suite in GROUPS))
			.map((suite) => `${at}: there is no suite "${suite}" in test/`),
	),
	...commands(document, /\b(?:node|bash) ((?:[\w.-]+\/)*[\w.-]+)/g)
		.filter(({ text }) => text.includes('/') && !exists(text))
		.map(({ at, text }) => `${at}: there is no file "${text}" to run`),
	...commands(document, /(?<![\w-])--([a-z][a-z-]+)/g)
		.filter(({ text }) => !isOption(text) && !(text in FOREIGN_OPTIONS))
		.map(({ at, text }) => `${at}: no script takes the option --${text}`),
];

const isOption = (name: string): boolean =>
	codeUnder('scripts/', 'sandbox/', 'test/', 'package.json').some(([, code]) =>
		new RegExp(`(['"\`\\s]--|['"\`]|^\\s*)${name}(['"\`\\s:=]|$)`, 'm').test(code),
	);

const isNoPath = (text: string): boolean => NO_PATHS.some(([pattern]) => pattern.test(text));

const isPath = (text: string): boolean =>
	(/^[\w.<*@][\w.<>*@-]*(\/[\w.<>*@-]+)+\/?$/.test(text) ||
		/^[\w.*-]+\.([cm]?[jt]s|json|md|png)$/.test(text) ||
		/^\.?\w[\w.-]*\/$/.test(text)) &&
	!isNoPath(text);

/** Paths, from the root or from any folder: `docs/polling.md`, `pages.ts`, `unit/package/texts`, `v1.*.0.json`. */
export const missingPaths = (document: MarkdownDocument): string[] =>
	codeSpans(document)
		.filter(({ text }) => isPath(text))
		.filter(({ text }) => {
			const pattern = text
				.replace(/^(\.\.?\/)+|\/$/g, '')
				.replaceAll('.', '\\.')
				.replaceAll(/<[^>]+>|\*/g, '[^/]*');
			const path = new RegExp(`(^|/)${pattern}(\\.test)?(\\.[cm]?ts|\\.json|\\.md)?(/|$)`);
			return !repositoryFiles.some((file) => path.test(file));
		})
		.map(({ at, text }) => `${at}: there is no file or folder \`${text}\``);

/** Identifiers and other words in backticks. */
export const unknownNames = (document: MarkdownDocument): string[] =>
	codeSpans(document)
		.filter(({ text }) => !isPath(text) && !isNoPath(text) && !/^https?:/.test(text))
		.flatMap(({ at, text }) =>
			(text.match(/[A-Za-z_$][\w$]{2,}/g) ?? [])
				.filter((name) => !codeWords().has(name) && !(name in FOREIGN_NAMES))
				.map((name) => `${at}: nothing in the code is called "${name}" (in \`${text}\`)`),
		);

/** The text of the button that adds a field to a row. */
const buttonIn = (property: INodeProperties | INodePropertyOptions): string[] =>
	'typeOptions' in property && property.typeOptions?.addOptionalFieldButtonText !== undefined
		? [property.typeOptions.addOptionalFieldButtonText]
		: [];

/** Labels of fields, buttons, options, operations and events, at any depth. */
function labelsIn(properties: Array<INodeProperties | INodePropertyOptions>): string[] {
	return properties.flatMap((property) => [
		...('displayName' in property ? [property.displayName] : [property.name]),
		...('action' in property && property.action !== undefined ? [property.action] : []),
		...('default' in property && typeof property.default === 'string' ? [property.default] : []),
		...buttonIn(property),
		...(('modes' in property ? property.modes : undefined) ?? []).map(
			({ displayName }) => displayName,
		),
		...('options' in property && Array.isArray(property.options)
			? (property.options as Array<INodeProperties | INodePropertyCollection>).flatMap((option) =>
					'values' in option
						? [option.displayName, ...labelsIn(option.values)]
						: labelsIn([option]),
				)
			: []),
	]);
}

const nodes = [PodFulfilment, PodFulfilmentTrigger, PodFulfilmentPollingTrigger].map(
	(Node) => new Node().description,
);

/** With and without what a label has in brackets at its end, such as a unit. */
const KNOWN_LABELS = new Set(
	[
		...nodes.flatMap(({ displayName, properties }) => [displayName, ...labelsIn(properties)]),
		...labelsIn(new PodFulfilmentApi().properties),
	].flatMap((label) => [label, label.replace(/ \(.*\)$/, '')]),
);

/** Whether the nodes show a label. */
export const isKnownLabel = (label: string): boolean => KNOWN_LABELS.has(label);

/** Labels of what is added under 'Options', 'Filters' and the like. */
const OPTION_LABELS = new Set(
	nodes
		.flatMap(({ properties }) => properties)
		.filter(({ type }) => type === 'collection')
		.flatMap(({ options }) => labelsIn(options as INodeProperties[]))
		.flatMap((label) => [label, label.replace(/ \(.*\)$/, '')]),
);

/** What is called an option, in italics or in bold, and is none: it became a field, or is gone. */
export const unknownOptions = (document: MarkdownDocument): string[] =>
	sentences(document).flatMap(({ at, text: sentence }) =>
		[...sentence.matchAll(/\boptions? (?:_([^_]+)_|\*\*([^*]+)\*\*)/gi)]
			.map(([, italic = '', bold = italic]) => bold)
			.filter((label) => !OPTION_LABELS.has(label) && !(label in FOREIGN_LABELS))
			.map((label) => `${at}: no node has the option "${label}"`),
	);

/** Labels that neither the nodes nor n8n has. */
export const unknownLabels = (document: MarkdownDocument): string[] =>
	labels(document).flatMap(({ at, text }) =>
		text
			.split(/ → |: /)
			.filter((label) => !KNOWN_LABELS.has(label) && !(label in FOREIGN_LABELS))
			.map((label) => `${at}: neither the nodes nor n8n shows "${label}" (in _${text}_)`),
	);

/** How much of the constant's unit one of the figure's unit is. */
const UNITS: Record<string, number> = {
	'%': 0.01,
	MB: 1024 * 1024,
	second: 1,
	s: 1,
	minute: 60,
	hour: 3600,
	day: 24 * 3600,
};

/** A figure, and its unit. */
const FIGURE = /(?<figure>\d[\d,]*(?:\.\d+)?) ?(?<unit>%|MB|s\b|second|minute|hour|day)?/;

/** Whether a constant of the nodes has the value of the first figure in some words. */
export function isValueOf(name: string, words: string): boolean {
	const { figure = '', unit = '' } = FIGURE.exec(words)?.groups ?? {};
	const scale = name.endsWith('_DAYS') ? 1 : (UNITS[unit] ?? 1);
	const inUnit = scale * (name.endsWith('_MS') && unit !== '' ? 1000 : 1);
	const quoted = Number(figure.replaceAll(',', '')) * inUnit;
	return constantsOf(name).some((value) => Math.abs(value - quoted) <= 1e-9 * Math.abs(quoted));
}

/** Figures beside the constant that they quote: 5 (`MAX_ATTEMPTS.default`), 4 MB (`MAX_RESPONSE_BYTES`). */
export const staleFigures = (document: MarkdownDocument): string[] =>
	sentences(document).flatMap(({ at, text: sentence }) =>
		[...sentence.matchAll(/(\d[\d,.]*[^\d`]*)\(`([A-Z][A-Z0-9_]+(?:\.\w+)?)`\)/g)]
			.filter(([, words = '', name = '']) => !(name in FOREIGN_NAMES) && !isValueOf(name, words))
			.map(
				([, words = '', name = '']) =>
					`${at}: quotes "${words.trim()}" for ${name}, which is ${constantsOf(name).join(' or ') || 'no constant'}`,
			),
	);

/** Words that make a native speaker stop: an order exists, a field is listed, a status lasts. */
export const unclearWords = (document: MarkdownDocument): string[] =>
	sentences(document)
		.filter(({ text: sentence }) => /\b(stood|stands)\b/i.test(sentence))
		.map(({ at }) => `${at}: says "stand" for exist, be listed or last`);

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** Files of the nodes that use a name, and do not declare it. */
const usersOf = (name: string): string[] =>
	codeUnder('nodes/')
		.filter(([, code]) => new RegExp(`\\b${name}\\b`).test(code))
		.filter(([, code]) => !new RegExp(`export .*\\b(function|const|class) ${name}\\b`).test(code))
		.map(([path]) => path);

/**
 * Claims about how often something is in the code. They can be compared in two forms: "three places: `a.ts`, `b.ts` and
 * `c.ts`", and "`name` is used only in `a.ts`".
 */
export const staleCounts = (document: MarkdownDocument): string[] =>
	sentences(document).flatMap(({ at, text: sentence }) => {
		const [, count, list = ''] = /\b(\d+|[a-z]+) places(?:: (.*))?/i.exec(sentence) ?? [];
		const number = NUMBERS.indexOf(count?.toLowerCase() ?? '');
		const expected = number === -1 ? Number(count ?? Number.NaN) : number;
		const named = list.match(/`[^`]+`/g) ?? [];
		const [, name, files = ''] = /`([\w$]+)` is used only in (.*)/.exec(sentence) ?? [];
		const allowed = [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => String(file));
		const others = name === undefined ? [] : usersOf(name);
		return [
			...(/\bonly place\b/.test(sentence)
				? [`${at}: "only place" cannot be checked: write "\`name\` is used only in \`file.ts\`"`]
				: []),
			...(!Number.isNaN(expected) && named.length !== expected
				? [`${at}: "${count} places" needs a colon and the ${count} of them in backticks`]
				: []),
			...others
				.filter((path) => !allowed.some((file) => path.endsWith(`/${file}`)))
				.map((path) => `${at}: ${name} is used in ${path}, too`),
		];
	});
