import { styleText } from 'node:util';

/** A step of the start failed. The message names the step. */
export class StepFailed extends Error {}

/** Prints a line about an event, indented below the current step. */
export const printLine = (text: string): void => console.log(`    ${text}`);

/**
 * Runs one step and prints its result and duration.
 *
 * @param title What the step does, e.g. 'Start n8n'
 * @param work Resolves to the value of the step and details to print
 * @throws StepFailed that names the step
 */
export async function step<Value>(
	title: string,
	work: () => Promise<{ value: Value; detail?: string }>,
): Promise<Value> {
	const startedAt = performance.now();
	// In CI logs and pipes, only the final line is printed.
	if (process.stdout.isTTY) process.stdout.write(`  ${title} …`);
	const clear = process.stdout.isTTY ? '\r\x1b[2K' : '';
	try {
		const { value, detail } = await work();
		const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
		const mark = styleText('green', '✓');
		console.log(`${clear}${mark} ${title}${detail ? `: ${detail}` : ''} (${seconds} s)`);
		return value;
	} catch (error) {
		console.log(`${clear}${styleText('red', '✗')} ${title}`);
		const reason = error instanceof Error ? error.message : String(error);
		throw new StepFailed(`The step "${title}" did not work. ${reason}`, { cause: error });
	}
}
