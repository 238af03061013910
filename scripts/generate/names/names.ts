import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Sources } from '../sources.ts';
import { documentedNames, withNames } from './page.ts';
import { declaredParameters } from './parameters.ts';
import type { Parameter, PublicNames } from './publicNames.ts';

const shows = (property: INodeProperties, name: string, value: string): boolean =>
	property.displayOptions?.show?.[name]?.includes(value) ?? false;

/** Rows that differ in nothing but their operations, as one. A parameter that is declared twice for one counts once. */
function merged<Row extends { operations: string[] }>(rows: Row[]): Row[] {
	const byContent = Map.groupBy(rows, ({ operations: _, ...content }) => JSON.stringify(content));
	return [...byContent.values()].map((same) => ({
		...(same[0] as Row),
		operations: [...new Set(same.flatMap(({ operations }) => operations))],
	}));
}

/** What the nodes, their schemas and the credential declare. */
export function declaredNames({
	action,
	polling,
	webhook,
	credential,
	schema,
}: Sources): PublicNames {
	const resources = action.properties
		.filter(({ name }) => name === 'operation')
		.map((list) => ({
			resource: String(list.displayOptions?.show?.resource?.[0]),
			operations: (list.options as INodePropertyOptions[]).map(({ value }) => String(value)),
			first: String(list.default),
		}));
	const operations = resources.flatMap(({ resource, operations: names }) =>
		names.map((operation) => ({ resource, operation, name: `${resource}.${operation}` })),
	);
	return {
		credential: declaredParameters(credential.properties),
		trigger: declaredParameters(webhook.properties),
		polling: declaredParameters(polling.properties),
		resources,
		parameters: merged(
			operations.flatMap(({ resource, operation, name }) =>
				declaredParameters(
					action.properties.filter(
						(one) => shows(one, 'resource', resource) && shows(one, 'operation', operation),
					),
				).map((parameter) => ({ ...parameter, operations: [name] })),
			),
		),
		outputs: merged(
			operations.map(({ resource, operation, name }) => ({
				operations: [name],
				fields: Object.keys(
					schema(`v1.0.0/${resource}/${operation}.json`)?.properties ?? {},
				).sort(),
			})),
		),
	};
}

/** Each name by itself, as a line: what a saved workflow or an expression can refer to. */
function linesOf(names: PublicNames): string[] {
	const ofParameter = (at: string, { path, kind, values, default: value }: Parameter): string[] => [
		`${at}: ${path}, ${kind}, at first ${JSON.stringify(value)}`,
		...values.map((one) => `${at}: ${path} = ${one}`),
	];
	return [
		...names.credential.flatMap((one) => ofParameter('credential', one)),
		...names.trigger.flatMap((one) => ofParameter('trigger', one)),
		...names.polling.flatMap((one) => ofParameter('polling trigger', one)),
		...names.resources.flatMap(({ resource, operations, first }) => [
			...operations.map((operation) => `${resource}.${operation}`),
			`${resource}: ${first} is chosen at first`,
		]),
		...names.parameters.flatMap(({ operations, ...parameter }) =>
			operations.flatMap((operation) => ofParameter(operation, parameter)),
		),
		...names.outputs.flatMap(({ operations, fields }) =>
			operations.flatMap((operation) => fields.map((field) => `${operation} returns ${field}`)),
		),
	];
}

/** The names that the page has and the nodes lack: whoever refers to them would be left alone. */
export function namesThatWent(page: string, sources: Sources): string[] {
	const declared = new Set(linesOf(declaredNames(sources)));
	return linesOf(documentedNames(page)).filter((name) => !declared.has(name));
}

/** Values in the order that the page has, new ones behind: that of events is the order of outputs. */
function inOrderOf(known: Parameter[], parameter: Parameter): string[] {
	const { path, kind, values } = parameter;
	const before = known.find(
		(one) =>
			one.path === path && one.kind === kind && one.values.some((value) => values.includes(value)),
	);
	const kept = before?.values.filter((value) => values.includes(value)) ?? [];
	return [...new Set([...kept, ...values])];
}

/**
 * The text of docs/public-names.md with all that the nodes have now.
 *
 * @throws Error if the page has a name that the nodes lack
 */
export function publicNamesPage(page: string, sources: Sources): string {
	const gone = namesThatWent(page, sources);
	if (gone.length > 0) {
		throw new Error(
			`docs/public-names.md has names that the nodes lack. Whoever saved them loses them: bring them back. One of no release can be deleted there by hand.\n${gone.join('\n')}`,
		);
	}
	const known = documentedNames(page);
	const declared = declaredNames(sources);
	const ordered = <Row extends Parameter>(rows: Row[], before: Parameter[]): Row[] =>
		rows.map((row) => ({ ...row, values: inOrderOf(before, row) }));
	return withNames(page, {
		...declared,
		trigger: ordered(declared.trigger, known.trigger),
		polling: ordered(declared.polling, known.polling),
	});
}
