/** A piece of HTML. */
export class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Value = string | number | Markup | readonly Markup[];

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escaped = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

function written(value: Value): string {
	if (value instanceof Markup) return value.text;
	if (typeof value === 'object') return value.map(({ text }) => text).join('');
	return escaped(String(value));
}

/** Tag of a template literal in HTML: texts and numbers in it are escaped, pieces of HTML are not. */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
	new Markup(
		parts.reduce((before, part, index) => before + written(values[index - 1] ?? '') + part),
	);

/** A text in which the web addresses are links. Nothing else in it is HTML. */
export const withLinks = (text: string): Markup[] =>
	text
		.split(/(https?:\/\/[^\s<>"']+)/)
		.map((part, index) =>
			index % 2 === 1 ? markup`<a href="${part}">${part}</a>` : markup`${part}`,
		);
