import type { FastifyInstance } from 'fastify';

/**
 * What a plugin or route is given: the service that is served. A reset puts another one in its place, so its parts are taken
 * for each request, and not when the plugin is registered.
 */
export interface Serving<Parts> {
	readonly service: Parts;
}

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
