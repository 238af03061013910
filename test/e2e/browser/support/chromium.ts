import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

/** A headless Chromium from npm: nothing is downloaded besides, and no root is needed. */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({
		executablePath: await sparticuz.executablePath(),
		args: sparticuz.args,
		headless: true,
	});
}
