import type { FastifyInstance } from 'fastify';

type Plugin<Options> = (instance: FastifyInstance, options: Options) => Promise<void>;

/**
 * Lets the hooks of a plugin act on the instance it is registered with. Without this, Fastify
 * limits them to the routes of the plugin itself.
 */
export const shared = <Options>(plugin: Plugin<Options>): Plugin<Options> =>
	Object.assign(plugin, { [Symbol.for('skip-override')]: true });

/**
 * Tells Fastify the name of a plugin. It looks for that of any other among all modules of the process, which takes
 * milliseconds each time where n8n is loaded.
 */
export const named = <Named extends { readonly name: string }>(plugin: Named): Named =>
	Object.assign(plugin, { [Symbol.for('fastify.display-name')]: plugin.name || 'shared' });
