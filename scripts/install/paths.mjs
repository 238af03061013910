import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The n8n that `npm start` and the tests run. */
export const n8nFolder = join(root, 'local-n8n');

const olderN8n = join(root, 'test', 'compat', 'n8n');

/** Folders of the older versions of n8n, for `npm run test:compat`. */
export const olderN8nFolders = readdirSync(olderN8n).map((name) => join(olderN8n, name));

/** What releases are checked with: n8n's command for community nodes, and a registry. */
export const releaseToolsFolder = join(root, 'scripts', 'release', 'tools');

/** Folder of the commands of the packages in a folder. */
export const binFolderOf = (folder) => join(folder, 'node_modules', '.bin');

export const logFile = (name) => join(root, '.local', 'logs', `${name}.log`);
