const { rm } = require('node:fs/promises');
const path = require('node:path');
const { dest, series, src } = require('gulp');
const { credentials, nodes } = require('./package.json').n8n;

const dist = path.join(__dirname, 'dist');

const clean = () => rm(dist, { recursive: true, force: true });

/**
 * Compiles each node and the credential, with one file of what they share. n8n requires all of them when it starts, and 300
 * files take it three times as long, most of all on a memory card. The types are checked by `npm run typecheck`.
 */
async function bundle() {
	const { rolldown } = await import('rolldown');
	const names = [...nodes, ...credentials].map((file) => file.replace(/^dist\/|\.js$/g, ''));
	const build = await rolldown({
		cwd: __dirname,
		input: Object.fromEntries(names.map((name) => [name, `${name}.ts`])),
		platform: 'node',
		// The nodes must use n8n's own: `instanceof` fails between two copies.
		external: ['n8n-workflow'],
		tsconfig: 'tsconfig.json',
	});
	await build.write({
		dir: dist,
		format: 'cjs',
		exports: 'named',
		chunkFileNames: '[name].js',
		codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
		comments: false,
	});
	await build.close();
}

/** Copies the files that n8n reads beside the code: icons, codex files, output schemas. */
const copyAssets = () =>
	src(
		// No pattern begins with a choice of folders: gulp would walk through the whole project, and each n8n in it.
		['nodes/**/*.{svg,png,node.json}', 'nodes/**/__schema__/**/*.json'],
		{
			cwd: __dirname,
			base: __dirname,
			encoding: false,
		},
	).pipe(dest('dist'));

exports.clean = clean;
exports.build = series(clean, bundle, copyAssets);
exports.default = exports.build;
