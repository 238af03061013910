/**
 * `npm start`: starts a real n8n with the nodes of this package, the sandbox as the service, and a shop. Then it names the
 * link to the shop's page, where one orders and watches the tracking number come back, and runs until Ctrl-C; with --once
 * it does so itself and stops.
 */
import { join } from 'node:path';
import { stopEverything } from './start/clean-up.ts';
import { demonstrate } from './start/demonstration.ts';
import { openSignedIn } from './start/link.ts';
import { readOptions, usage, type StartOptions } from './start/options.ts';
import { StepFailed, step } from './start/screen.ts';

/**
 * Handles Ctrl-C and similar signals: the first one aborts `signal` and resolves `interrupted`, the second one exits at
 * once (the guard then ends what was started).
 */
function handleInterruption(): { signal: AbortSignal; interrupted: Promise<'interrupted'> } {
	const controller = new AbortController();
	const interrupted = new Promise<'interrupted'>((resolve) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(name, () => {
				if (controller.signal.aborted) process.exit(130);
				controller.abort();
				resolve('interrupted');
			});
		}
	});
	return { signal: controller.signal, interrupted };
}

/** @returns the exit code */
async function start(options: StartOptions): Promise<number> {
	const { signal, interrupted } = handleInterruption();
	const demonstration = await Promise.race([demonstrate(options), interrupted]);
	if (demonstration === 'interrupted') {
		console.log('\nStopping everything that was started …');
		await stopEverything();
		return 130;
	}
	const { n8n, sandbox, shop, story, owner } = demonstration;
	if (options.once) {
		await step('Stop everything', async () => ({ value: await stopEverything() }));
		return 0;
	}

	// n8n's start page is its assistant, which needs an account at n8n.
	console.log(`\n  Workflows: ${n8n.url}/home/workflows`);
	console.log(`      email: ${owner.email}\n   password: ${owner.password}`);
	console.log(`The sandbox: ${sandbox.url}\n   The shop: ${shop.url}`);
	console.log('\nEverything stays up until you press Ctrl-C.');
	const link = await openSignedIn(n8n.url, owner, shop.url);
	console.log(`\nOpen this link and order a mug:\n\n  ${link}\n`);
	const endedBy = await Promise.race([
		story.reportUntilAborted(signal).then(() => 'interrupted' as const),
		n8n.exited.then(() => 'n8n' as const),
	]);
	console.log('\nStopping everything that was started …');
	await stopEverything();
	if (endedBy === 'interrupted') return 0;
	console.error(`n8n ended by itself. Its log: ${n8n.logFile}`);
	return 1;
}

async function main(): Promise<number> {
	let options: StartOptions | undefined;
	try {
		options = readOptions(process.argv.slice(2));
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
		return 1;
	}
	if (!options) {
		console.log(usage);
		return 0;
	}
	try {
		return await start(options);
	} catch (error) {
		await stopEverything();
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		if (error instanceof StepFailed) console.error(`n8n's log: ${join(options.folder, 'n8n.log')}`);
		return 1;
	}
}

// process.exit instead of exitCode: an interrupted step may leave handles open.
process.exit(await main());
