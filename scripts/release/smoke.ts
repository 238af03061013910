/**
 * `node scripts/install.mjs n8n --run scripts/release/smoke.ts v0.2.0`: installs a published version from npm into a new n8n, and runs a workflow with each
 * node against the sandbox. Waits up to ten minutes until npm serves the version.
 */
import assert from 'node:assert/strict';
import { npmCommand, npmEnvironment } from '../install/npm.mjs';
import { poll } from '../n8n/poll.ts';
import { runCommand } from '../n8n/run-command.ts';
import type { Npm } from './published.ts';
import { startTrial } from './trial.ts';

const [tag] = process.argv.slice(2);
if (tag === undefined)
	throw new Error(
		'Name the version: node scripts/install.mjs n8n --run scripts/release/smoke.ts v0.2.0',
	);
const version = tag.replace(/^v/, '');

const npm: Npm = async (args, cwd) => {
	const call = npmCommand(args);
	return await runCommand(call.command, call.args, { cwd, env: npmEnvironment() });
};

await poll(
	`npm to serve ${version}`,
	async () =>
		await npm(['view', `n8n-nodes-pod-fulfilment@${version}`, 'version'], process.cwd()).then(
			(found) => found.trim() === version || undefined,
			() => undefined,
		),
	{ timeoutMilliseconds: 600_000, intervalMilliseconds: 10_000 },
);
const trial = await startTrial();
try {
	assert.equal(await trial.run(npm, version), version);
	console.log(`${version} from npm installs, and its nodes work.`);
} finally {
	await trial.close();
}
