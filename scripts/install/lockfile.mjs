import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readPackages = (file) => {
	try {
		return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
	} catch {
		return undefined;
	}
};

/**
 * Whether a folder's node_modules matches its package-lock.json. npm writes node_modules/.package-lock.json as the last
 * step of an installation, so an interrupted one does not match, nor one from before the lockfile changed. Packages that
 * the lockfile marks as optional may be absent: they are for other platforms. None that it does not name may be there.
 *
 * @param {string} folder Folder with package.json and package-lock.json
 * @returns {boolean}
 */
export function isInstalled(folder) {
	const wanted = readPackages(join(folder, 'package-lock.json'));
	const present = readPackages(join(folder, 'node_modules', '.package-lock.json'));
	if (!wanted || !present) return false;
	if (!Object.keys(present).every((path) => wanted[path])) return false;
	return Object.entries(wanted).every(([path, entry]) => {
		if (path === '') return true;
		const installed = present[path];
		if (!installed) return Boolean(entry.optional || entry.devOptional);
		return installed.version === entry.version;
	});
}
