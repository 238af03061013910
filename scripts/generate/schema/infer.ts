/** A schema as in n8n's `__schema__` files: only types, properties and items. */
export interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

function typesOf(samples: unknown[]): string[] {
	const types = new Set(samples.map(typeOf));
	if (types.has('number')) types.delete('integer');
	// The editor shows the first type, so null goes last.
	return [...types].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

/** The names in all objects, in their order: one that earlier objects lack comes before what follows it. */
function namesIn(objects: Array<Record<string, unknown>>): string[] {
	const names: string[] = [];
	for (const object of objects) {
		const own = Object.keys(object);
		for (const [index, name] of own.entries()) {
			if (names.includes(name)) continue;
			const next = own.slice(index).find((later) => names.includes(later));
			names.splice(next === undefined ? names.length : names.indexOf(next), 0, name);
		}
	}
	return names;
}

/** Infers a schema that all samples match: every property that occurs in any of them, with all of its types. */
export function schemaOf(samples: unknown[]): Schema {
	const types = typesOf(samples);
	const objects = samples.filter(isObject);
	const members = samples.filter((sample) => Array.isArray(sample)).flat() as unknown[];
	return {
		...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
		...(objects.length > 0 && {
			properties: Object.fromEntries(
				namesIn(objects).map((name) => [
					name,
					schemaOf(
						objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name]),
					),
				]),
			),
		}),
		...(members.length > 0 && { items: schemaOf(members) }),
	};
}
