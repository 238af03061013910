import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything that running leaves behind: logs, the n8n user folder, test reports. Ignored by git. */
export const localFolder = join(root, '.local');

/** The n8n that scripts/install.mjs put there. */
export const n8nCommand = join(root, 'local-n8n', 'node_modules', 'n8n', 'bin', 'n8n');
