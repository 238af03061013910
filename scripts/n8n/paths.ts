import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files created at run time: logs, n8n's user folder, test reports. Ignored by git. */
export const localFolder = join(root, '.local');

/** The n8n that scripts/install.mjs installs. */
export const n8nCommand = join(root, 'local-n8n', 'node_modules', 'n8n', 'bin', 'n8n');
