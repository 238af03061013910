import { findPrograms } from '../../scripts/n8n/queue-mode/programs.ts';

/** Says at once what has to be installed on the machine, rather than after everything was built. */
export default function setup(): void {
	findPrograms(['initdb', 'postgres', 'redis-server']);
}
