import type { Sandbox } from '../../../sandbox/index.ts';
import { send } from './send.ts';

const PARTS = ['accounts', 'orders', 'mockup-tasks', 'faults', 'deliveries', 'products'];

/** Everything that a call can change in the sandbox, as text to compare. */
export async function stateOf({ url }: Pick<Sandbox, 'url'>): Promise<string> {
	const parts = await Promise.all(
		PARTS.map(async (part) => (await send(`${url}/_sandbox/${part}`, 'GET')).text),
	);
	return parts.join('\n');
}
