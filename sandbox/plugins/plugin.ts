import type { FastifyInstance } from 'fastify';
import type { ServiceHolder } from '../service.ts';

export type SandboxPlugin = (instance: FastifyInstance, holder: ServiceHolder) => Promise<void>;

/**
 * Marks a plugin as one whose hooks act on the instance it is registered with. Fastify would
 * otherwise keep them to the plugin itself.
 */
export const shared = (plugin: SandboxPlugin): SandboxPlugin =>
	Object.assign(plugin, { [Symbol.for('skip-override')]: true });
