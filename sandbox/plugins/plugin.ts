import type { FastifyInstance } from 'fastify';

type Plugin<Options> = (instance: FastifyInstance, options: Options) => Promise<void>;

/**
 * Lets the hooks of a plugin act on the instance it is registered with. Without this, Fastify
 * limits them to the routes of the plugin itself.
 */
export const shared = <Options>(plugin: Plugin<Options>): Plugin<Options> =>
	Object.assign(plugin, { [Symbol.for('skip-override')]: true });
