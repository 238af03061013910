import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * How to call the npm of this machine. Inside an npm script, npm names itself and the Node it runs on; that pair is
 * used, because `npm ci` removes node_modules and with it the Node that this project brings along.
 *
 * @param {string[]} args
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand(args) {
	const { npm_execpath: npmCli, npm_node_execpath: node } = process.env;
	if (npmCli?.endsWith('.js') && node) return { command: node, args: [npmCli, ...args] };
	return { command: 'npm', args };
}

/** The node-gyp that this npm brings along; undefined when npm does not say where it is. */
export function bundledNodeGyp() {
	const { npm_execpath: npmCli = '' } = process.env;
	const script = join(dirname(npmCli), '..', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
	return npmCli && existsSync(script) ? script : undefined;
}

/**
 * The environment for a child npm: with `first` in front of the search path and every other node_modules/.bin
 * that the calling npm had put there taken out.
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
