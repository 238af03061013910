import { styleText } from 'node:util';

/** A step of the start did not work. Its message names the step. */
export class StepFailed extends Error {}

/** One line about something that happened, below the step it belongs to. */
export const tell = (text: string): void => console.log(`    ${text}`);

/**
 * Does one step and says on the screen how it went and how long it took.
 *
 * @param title what is being done, e.g. 'Start n8n'
 * @param work resolves with the value of the step and what to say about it
 * @throws StepFailed naming the step
 */
export async function step<Value>(
	title: string,
	work: () => Promise<{ value: Value; told?: string }>,
): Promise<Value> {
	const startedAt = performance.now();
	// In CI logs and pipes only the finished line is shown.
	if (process.stdout.isTTY) process.stdout.write(`  ${title} …`);
	const clear = process.stdout.isTTY ? '\r\x1b[2K' : '';
	try {
		const { value, told } = await work();
		const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
		const mark = styleText('green', '✓');
		console.log(`${clear}${mark} ${title}${told ? `: ${told}` : ''} (${seconds} s)`);
		return value;
	} catch (error) {
		console.log(`${clear}${styleText('red', '✗')} ${title}`);
		const reason = error instanceof Error ? error.message : String(error);
		throw new StepFailed(`The step "${title}" did not work. ${reason}`, { cause: error });
	}
}
