/**
 * `node scripts/install.mjs release-tools --run scripts/release/lint.ts`: runs n8n's own command for community nodes, `n8n-node lint`, in its strict mode: on what is
 * published, with n8n's unchanged ESLint configuration. In this repository itself that mode would lint tests and scripts
 * as nodes, see docs/decisions/strict-mode.md.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { releaseToolsFolder, root } from '../n8n/paths.ts';

/** What the reviewers of n8n look at, and what its rules need. */
const REVIEWED = ['nodes', 'credentials', 'index.js', 'tsconfig.json', 'README.md', 'LICENSE'];

const modules = join(releaseToolsFolder, 'node_modules');
const command = join(modules, '@n8n', 'node-cli');
const folder = mkdtempSync(join(tmpdir(), 'pod-fulfilment-lint-'));
try {
	for (const name of REVIEWED) cpSync(join(root, name), join(folder, name), { recursive: true });
	cpSync(
		join(command, 'dist', 'template', 'templates', 'shared', 'default', 'eslint.config.mjs'),
		join(folder, 'eslint.config.mjs'),
	);
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { n8n: object };
	const strict = { ...manifest, n8n: { ...manifest.n8n, strict: true } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(strict, null, 2));
	symlinkSync(modules, join(folder, 'node_modules'), 'junction');
	const { status } = spawnSync(process.execPath, [join(command, 'bin', 'n8n-node.mjs'), 'lint'], {
		cwd: folder,
		stdio: 'inherit',
		// Else it asks questions.
		env: { ...process.env, CI: 'true' },
	});
	process.exitCode = status ?? 1;
	if (status === 0) console.log("What is published passes n8n's lint.");
} finally {
	rmSync(folder, { recursive: true, force: true });
}
