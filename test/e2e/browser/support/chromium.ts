import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sparticuz, { inflate } from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';
import { localFolder } from '../../../../scripts/n8n/paths.ts';

const require = createRequire(import.meta.url);
const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..');
const { version } = require(join(packageFolder, 'package.json')) as { version: string };
const unpackedFolder = join(localFolder, `chromium-${version}`);

/** Chromium with libraries and fonts that the machine may lack. All are in the npm package, so no root is needed. */
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br'];

// No page needs WebGL, and to emulate a GPU costs more than half of the browser's processor time. Its libraries have to
// be there all the same: the browser ends as it starts without them.
sparticuz.setGraphicsMode = false;

/** Allows only the package's font, so that screenshots look the same on every machine. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir>${join(unpackedFolder, 'fonts')}</dir>
	<cachedir>${join(unpackedFolder, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/** Unpacks the browser once. An interrupted unpacking starts again. */
async function unpack(): Promise<void> {
	if (existsSync(unpackedFolder)) return;
	const unfinished = `${unpackedFolder}.unfinished`;
	await rm(unfinished, { recursive: true, force: true });
	await mkdir(unfinished, { recursive: true });
	// The package unpacks into the system's folder for temporary files.
	const { TMPDIR } = process.env;
	process.env.TMPDIR = unfinished;
	try {
		for (const archive of archives) await inflate(join(packageFolder, 'bin', archive));
	} finally {
		if (TMPDIR === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = TMPDIR;
	}
	await writeFile(join(unfinished, 'fonts.conf'), fontConfiguration);
	await rename(unfinished, unpackedFolder);
}

/** Of the package's flags, those that let a page do what no user's browser lets it do. */
const withoutWebSecurity =
	/^--(disable-web-security|disable-site-isolation-trials|allow-running-insecure-content)$/;

/**
 * Launches a headless Chromium from an npm package; nothing else is downloaded.
 *
 * @param webSecurity keeps pages apart as in a user's browser
 */
export async function launchChromium({ webSecurity = false } = {}): Promise<Browser> {
	await unpack();
	const args = sparticuz.args.filter((flag) => !(webSecurity && withoutWebSecurity.test(flag)));
	return await chromium.launch({
		executablePath: join(unpackedFolder, 'chromium'),
		// Shared memory is too small in containers.
		args: [...args, '--disable-gpu', '--disable-dev-shm-usage'],
		env: {
			...process.env,
			LD_LIBRARY_PATH: join(unpackedFolder, 'al2023', 'lib'),
			FONTCONFIG_FILE: join(unpackedFolder, 'fonts.conf'),
		},
	});
}
