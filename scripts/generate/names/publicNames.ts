/** A parameter as a saved workflow refers to it. */
export interface Parameter {
	/** `options.ifExists`; `[]` follows the name of a group that has rows: `items.item[].quantity`. */
	path: string;
	kind: string;
	/** Values of a list or modes of a resource locator; empty for every other kind. */
	values: string[];
	default: unknown;
}

export interface Resource {
	resource: string;
	operations: string[];
	/** The operation that is chosen at first. */
	first: string;
}

/** What the items of operations hold, with default settings. */
export interface Output {
	/** Such as `order.get`. */
	operations: string[];
	fields: string[];
}

/** The names of docs/public-names.md that follow from the descriptions. */
export interface PublicNames {
	credential: Parameter[];
	trigger: Parameter[];
	polling: Parameter[];
	resources: Resource[];
	parameters: Array<Parameter & { operations: string[] }>;
	outputs: Output[];
}
