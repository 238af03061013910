import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import type { Sources } from '../sources.ts';
import { outputFields } from './outputs.ts';
import { cell, parameterTable, type KnownRows } from './parameters.ts';

const shownFor = (property: INodeProperties, resource: string, operation?: string): boolean => {
	const show = property.displayOptions?.show;
	return (
		(show?.resource?.includes(resource) ?? false) &&
		(operation === undefined || (show?.operation?.includes(operation) ?? false))
	);
};

const choices = (property: INodeProperties | undefined): INodePropertyOptions[] =>
	(property?.options ?? []) as INodePropertyOptions[];

/** A description of n8n, whose last sentence has no full stop, as a sentence. */
const sentence = (description = ''): string => cell(description).replace(/\.?$/, '.');

function operationsOf({ properties }: INodeTypeDescription, schema: Sources['schema']) {
	const resources = choices(properties.find(({ name }) => name === 'resource'));
	const known: KnownRows = new Map();
	const outputs = new Map<string, string>();
	return resources.flatMap((resource) => {
		const key = String(resource.value);
		const operations = properties
			.filter((property) => property.name === 'operation' && shownFor(property, key))
			.flatMap(choices);
		return operations.flatMap((operation) => {
			const name = String(operation.value);
			const parameters = properties.filter((property) => shownFor(property, key, name));
			const heading = `${resource.name}: ${operation.name}`;
			const fields = outputFields(schema(`v1.0.0/${key}/${name}.json`));
			const first = outputs.get(fields);
			outputs.set(fields, first ?? heading);
			return [
				`### ${heading}`,
				`${sentence(operation.description)} In a saved workflow: resource \`${key}\`, operation \`${name}\`.`,
				parameterTable(parameters, heading, known),
				...(fields === ''
					? []
					: [`**Output**, unless options change it: ${first ? `as of ${first}.` : fields}`]),
			];
		});
	});
}

/** The outputs of the webhook trigger: each event has a schema of its own. */
const outputsByEvent =
	(schema: Sources['schema']) =>
	(events: INodePropertyOptions[]): string[] =>
		events.flatMap((event) => {
			const fields = outputFields(schema(`v1.1.0/event/${String(event.value)}.json`));
			return fields === '' ? [] : [`**${event.name}**: ${fields}`];
		});

/** The output of the polling trigger: one schema for all events. */
const outputOfAllEvents = (schema: Sources['schema']) => (): string[] => [
	`**Output** of each event, which has the \`order\`, \`mockupTask\` or \`shipment\` that it is about: ${outputFields(schema('v1.0.0.json'))}`,
];

function triggerOf(
	{ displayName, description, properties }: INodeTypeDescription,
	outputsOf: (events: INodePropertyOptions[]) => string[],
	known: KnownRows,
): string[] {
	const events = choices(properties.find(({ name }) => name === 'events'));
	return [
		`## ${displayName}`,
		sentence(description),
		parameterTable(
			properties.filter(({ name }) => name !== 'events'),
			displayName,
			known,
		),
		`### Events of the ${displayName}`,
		'Chosen in the field Events (`events`).',
		[
			'| Event | Value | What it covers |',
			'| --- | --- | --- |',
			...events.map(
				(event) => `| ${event.name} | \`${event.value}\` | ${cell(event.description ?? '')} |`,
			),
		].join('\n'),
		...outputsOf(events),
	];
}

/** The causes that an order of a shop or of rows may have. */
function causesTable(causes: Sources['causes']): string {
	const rows = Object.entries(causes).map(
		([name, { means, field = '' }]) => `| \`${name}\` | ${cell(means)} | ${field} |`,
	);
	return ['| Cause | What it means | Field that changes it |', '| --- | --- | --- |', ...rows].join(
		'\n',
	);
}

/**
 * The text of docs/reference.md: all operations, triggers, events, outputs and fields of the credential. Columns are not
 * aligned: one field would change all rows.
 */
export function referenceOf(sources: Sources): string {
	const { action, polling, webhook, credential, schema } = sources;
	const ofTriggers: KnownRows = new Map();
	const parts = [
		'# Reference',
		'Generated from the descriptions of the nodes and their output schemas: `npm run generate`. The labels are those of the editor; the names are those of saved workflows and expressions, which never change ([public names](public-names.md)). How to use them is in the other documents, [README](../README.md#more) lists them; a field that several operations have is described where it comes first. A field of an output without a type is a text.',
		`## ${action.displayName}`,
		sentence(action.description),
		...operationsOf(action, schema),
		'### Causes',
		'Of what _Create_ finds about an order of a shop or of rows: `causes` of an item of _Check Only_ and of one with `toReview` lists their names, each once. With _Check Only_, `advice` says of each that stops the order, or that a field changes, `cause`, `field`, the `text` to enter there where it is known, and the `order`.',
		causesTable(sources.causes),
		...triggerOf(polling, outputOfAllEvents(schema), ofTriggers),
		...triggerOf(webhook, outputsByEvent(schema), ofTriggers),
		`## Credential ${credential.displayName}`,
		parameterTable(credential.properties.filter(({ type }) => type !== 'hidden')),
	];
	return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
