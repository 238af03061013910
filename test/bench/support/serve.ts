import { startSandbox, type SandboxOptions } from '../../../sandbox/index.ts';

/** The service in a process of its own, so that its work does not count as ours. Options as JSON, address on stdout. */
const options = JSON.parse(process.argv[2] ?? '{}') as SandboxOptions;
const sandbox = await startSandbox(options);
process.stdout.write(`${sandbox.url}\n`);
