import js from '@eslint/js';
import { configs as communityNodes } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

import { foreignNames } from './scripts/lint/foreign-names.ts';

/** n8n's own rules read package.json as one expression; this parser hands it over as such. */
const jsonAsScript = {
	parser: tseslint.parser,
	parserOptions: { extraFileExtensions: ['.json'] },
};

const PUBLISHED = ['nodes/**/*.ts', 'credentials/**/*.ts'];

const n8nRules = (set) => ({
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: n8nNodesBase.configs[set].rules,
});

export default tseslint.config(
	{ ignores: ['**/node_modules/', 'dist/', '.local/', 'local-n8n/', '**/*.mjs'] },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommended],
		languageOptions: {
			parserOptions: {
				project: ['tsconfig.tools.json', 'tsconfig.json'],
				tsconfigRootDir: import.meta.dirname,
			},
		},
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
			],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: ':matches(CallExpression, NewExpression) > SpreadElement.arguments',
					message:
						'Each argument takes space on the stack, which overflows where a list comes from outside: use a loop, or a spread in an array.',
				},
				{
					selector: 'CallExpression[callee.property.name="apply"][arguments.length=2]',
					message: 'As a spread of arguments: use a loop.',
				},
				{
					selector: 'CallExpression > MemberExpression.callee[property.name="normalize"]',
					message:
						'It takes the square of the marks in a text, which somebody else wrote: use normalizedText.',
				},
			],
		},
	},
	{
		files: ['nodes/**/input/normalizedText.ts'],
		rules: { 'no-restricted-syntax': 'off' },
	},
	{
		files: PUBLISHED,
		// How such names are read and written, and removed from what was parsed.
		ignores: ['nodes/**/input/objects.ts', 'nodes/**/input/parseJsonSafely.ts'],
		plugins: { own: { rules: { 'foreign-names': foreignNames } } },
		rules: { 'own/foreign-names': 'error' },
	},
	{
		// The rules for n8n Cloud: what a published file may import and use.
		...communityNodes.recommended,
		files: PUBLISHED,
	},
	{
		// What n8n's own configuration checks beside its rules, so that `n8n-node lint` finds nothing else.
		...js.configs.recommended,
		files: PUBLISHED,
		rules: {
			...js.configs.recommended.rules,
			// TypeScript checks these itself, as in tseslint.configs.recommended.
			...tseslint.configs.eslintRecommended.rules,
			'no-console': 'error',
			'no-unused-vars': 'off',
			// With its default option: a bare severity would keep the options of above, with which names that begin with _ pass.
			'@typescript-eslint/no-unused-vars': ['error', { args: 'after-used' }],
		},
	},
	{
		...communityNodes.recommended,
		files: ['package.json'],
		languageOptions: jsonAsScript,
	},
	{ ...n8nRules('community'), files: ['package.json'], languageOptions: jsonAsScript },
	{
		...n8nRules('nodes'),
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nRules('nodes').rules,
			// Older than NodeConnectionTypes, which @n8n/community-nodes/node-connection-type-literal asks for.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		...n8nRules('credentials'),
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nRules('credentials').rules,
			// Asks for the name of a page in n8n's own documentation, where community nodes have none.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
);
