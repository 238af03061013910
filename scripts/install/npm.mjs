import { delimiter, join } from 'node:path';

/**
 * The command line for the machine's npm. Inside an npm script, it uses the npm and the Node that run the script, not
 * the Node in node_modules, which `npm ci` deletes.
 *
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand(args) {
	const { npm_execpath: npmCli, npm_node_execpath: node } = process.env;
	if (npmCli?.endsWith('.js') && node) return { command: node, args: [npmCli, ...args] };
	return { command: 'npm', args };
}

/**
 * The environment for a child npm: PATH starts with `first` and contains no other node_modules/.bin, which the calling
 * npm adds.
 *
 * @param {{ first?: string, set?: Record<string, string> }} [options]
 */
export function npmEnvironment({ first, set = {} } = {}) {
	const others = (process.env.PATH ?? '')
		.split(delimiter)
		.filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
	const path = [...(first ? [first] : []), ...others].join(delimiter);
	return { ...process.env, PATH: path, npm_config_update_notifier: 'false', ...set };
}
