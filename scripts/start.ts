/**
 * `npm start`: a real n8n with the nodes of this package, the sandbox as the service, and an order that goes from
 * being placed to its tracking link. Stays up until Ctrl-C; with --once it stops by itself.
 */
import { join } from 'node:path';
import { stopEverything } from './start/clean-up.ts';
import { demonstrate } from './start/demonstration.ts';
import { readOptions, usage, type StartOptions } from './start/options.ts';
import { StepFailed, step } from './start/screen.ts';

/** Resolves at the first Ctrl-C or its like; the second ends this process at once, and with it what it started. */
function interruption(): { signal: AbortSignal; arrived: Promise<'interrupted'> } {
	const controller = new AbortController();
	const arrived = new Promise<'interrupted'>((resolve) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(name, () => {
				if (controller.signal.aborted) process.exit(130);
				controller.abort();
				resolve('interrupted');
			});
		}
	});
	return { signal: controller.signal, arrived };
}

/** @returns the exit code */
async function start(options: StartOptions): Promise<number> {
	const interrupted = interruption();
	const told = await Promise.race([demonstrate(options), interrupted.arrived]);
	if (told === 'interrupted') {
		console.log('\nStopping everything that was started …');
		await stopEverything();
		return 130;
	}
	const { n8n, sandbox, story, owner } = told;
	if (options.once) {
		await step('Stop everything', async () => ({ value: await stopEverything() }));
		return 0;
	}

	console.log(`\nThe sandbox: ${sandbox.url}`);
	console.log(
		` The editor: ${n8n.url}\n      email: ${owner.email}\n   password: ${owner.password}`,
	);
	console.log('\nEverything stays up until you press Ctrl-C.\n');
	const ended = await Promise.race([
		story.goOn(interrupted.signal).then(() => 'interrupted' as const),
		n8n.exited.then(() => 'n8n' as const),
	]);
	console.log('\nStopping everything that was started …');
	await stopEverything();
	if (ended === 'interrupted') return 0;
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

// process.exit rather than exitCode: an interrupted step may still have something open.
process.exit(await main());
