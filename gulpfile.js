const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const path = require('node:path');
const { dest, series, src } = require('gulp');

const clean = () => rm(path.join(__dirname, 'dist'), { recursive: true, force: true });

const compile = () =>
	spawn(process.execPath, [require.resolve('typescript/bin/tsc')], {
		cwd: __dirname,
		stdio: 'inherit',
	});

/** Copies the files that the compiler does not, and that n8n reads: icons, codex files, output schemas. */
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
exports.build = series(clean, compile, copyAssets);
exports.default = exports.build;
