import type { Rule } from 'eslint';
import ts from 'typescript';

/** Types whose values may be any text, such as 'constructor'. A union of literals is known. */
const ANY_TEXT =
	ts.TypeFlags.Any |
	ts.TypeFlags.Unknown |
	ts.TypeFlags.String |
	ts.TypeFlags.TemplateLiteral |
	ts.TypeFlags.StringMapping;

/** What typescript-eslint gives a rule beside ESLint's own. */
interface TypeServices {
	getTypeAtLocation(node: Rule.Node): ts.Type;
}

/**
 * Finds `object[name]` and `name in object` where the name may be any text. Customers, shops and the service give names as
 * well, and an object has more of them than its own: `table['constructor']` is a function, and `object['__proto__'] = …` is
 * no field.
 */
export const foreignNames: Rule.RuleModule = {
	meta: {
		type: 'problem',
		messages: {
			index:
				'The name may be any text, also "constructor": read it with ownValue, write it with setOwn, or use a Map.',
			in: 'The name may be any text, also "constructor": use Object.hasOwn.',
		},
		schema: [],
	},
	create(context) {
		const { getTypeAtLocation } = context.sourceCode.parserServices as unknown as TypeServices;
		const mayBeAnyText = (node: Rule.Node): boolean => {
			const given = getTypeAtLocation(node);
			// Of a key of a type, `keyof`, TypeScript sees to it that it is one.
			const type = given.isTypeParameter() ? (given.getConstraint() ?? given) : given;
			return (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & ANY_TEXT) !== 0);
		};
		return {
			MemberExpression(node) {
				if (node.computed && mayBeAnyText(node.property as Rule.Node)) {
					context.report({ node, messageId: 'index' });
				}
			},
			BinaryExpression(node) {
				if (node.operator === 'in' && mayBeAnyText(node.left as Rule.Node)) {
					context.report({ node, messageId: 'in' });
				}
			},
		};
	},
};
