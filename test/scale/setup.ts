import { findPrograms } from '../../scripts/n8n/queue-mode/programs.ts';

/** Fails at once if Postgres or Redis is not installed, instead of after everything was built. */
export default function setup(): void {
	findPrograms(['initdb', 'postgres', 'redis-server']);
}
