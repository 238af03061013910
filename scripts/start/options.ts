import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { localFolder } from '../n8n/paths.ts';

export interface StartOptions {
	/** Do everything, also what the user is meant to click, and stop it again. */
	once: boolean;
	/** Build the nodes anew whenever a source changes. */
	dev: boolean;
	/** Where n8n keeps its data. */
	folder: string;
	/** Preferred ports; other ones are used if these are taken. */
	n8nPort: number;
	sandboxPort: number;
	shopPort: number;
}

export const usage = `Usage: npm start -- [options]

  --once                 do everything, stop it again and exit
  --dev                  build the nodes anew whenever a source changes, as npm run dev does
  --folder <path>        where n8n keeps its data (default: .local/n8n)
  --n8n-port <port>      default: 5678, or another when it is taken
  --sandbox-port <port>  default: 4010, or another when it is taken
  --shop-port <port>     default: 4011, or another when it is taken
  --help                 show this`;

const toPort = (name: string, value: string): number => {
	const port = Number(value);
	if (!/^\d+$/.test(value) || port > 65_535) {
		throw new Error(`--${name} has to be a port number from 0 to 65535, not "${value}".`);
	}
	return port;
};

/**
 * Parses the command-line arguments.
 *
 * @returns undefined for --help
 * @throws Error for an unknown option or an invalid value
 */
export function readOptions(args: string[]): StartOptions | undefined {
	const { values } = parseArgs({
		args,
		options: {
			once: { type: 'boolean', default: false },
			dev: { type: 'boolean', default: false },
			folder: { type: 'string', default: join(localFolder, 'n8n') },
			'n8n-port': { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '4010' },
			'shop-port': { type: 'string', default: '4011' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return undefined;
	return {
		once: values.once,
		dev: values.dev,
		folder: resolve(values.folder),
		n8nPort: toPort('n8n-port', values['n8n-port']),
		sandboxPort: toPort('sandbox-port', values['sandbox-port']),
		shopPort: toPort('shop-port', values['shop-port']),
	};
}
