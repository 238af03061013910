import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files created at run time: logs, n8n's user folder, test reports. Ignored by git. */
export const localFolder = join(root, '.local');

/** Where scripts/install.mjs installs n8n. */
export const n8nFolder = join(root, 'local-n8n');

/** Where scripts/install.mjs installs the older versions of n8n, each in a folder of its own. */
export const olderN8nFolder = join(root, 'test', 'compat', 'n8n');

/** Where scripts/install.mjs installs what releases are checked with. */
export const releaseToolsFolder = join(root, 'scripts', 'release', 'tools');
