/**
 * `node scripts/install.mjs n8n release-tools --run scripts/release/video.ts`: plays the video of RELEASING.md in one take, in a new n8n and a real
 * browser, and leaves the recording in .local/video/. It fails where a text that a step names is not on the screen, or where the take is too long.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localFolder, root } from '../n8n/paths.ts';
import { stopEverything } from '../start/clean-up.ts';
import { step } from '../start/screen.ts';
import { SCENES } from './video/scenes.ts';
import { Screen } from './video/screen.ts';
import { setStage } from './video/stage.ts';
import { rowsOfTable, type Row } from './video/table.ts';

/** What n8n's reviewers ask for at the most. */
const LONGEST_TAKE_MS = 5 * 60_000;

const PACKAGE = 'n8n-nodes-pod-fulfilment';
const videoFolder = join(localFolder, 'video');
const file = join(videoFolder, `${PACKAGE}.webm`);
const folder = await mkdtemp(join(tmpdir(), 'pod-fulfilment-video-'));
let exitCode = 0;
try {
	const rows = rowsOfTable(await readFile(join(root, 'RELEASING.md'), 'utf8'));
	const { page, n8nUrl, sandbox, finish } = await step('Set the stage', async () => ({
		value: await setStage(folder),
	}));
	await mkdir(videoFolder, { recursive: true });
	const startedAt = performance.now();
	try {
		await page.goto(`${n8nUrl}/home/workflows`);
		const screen = new Screen(page);
		for (const [index, scene] of SCENES.entries()) {
			const { time, texts } = rows[index] as Row;
			await step(`${time} ${texts[0]}`, async () => {
				await scene({ screen, sandbox });
				const seen = screen.takeSeen();
				const unseen = texts.filter((text) => !seen.has(text));
				assert.deepEqual(unseen, [], 'a text of RELEASING.md was not on the screen');
				return { value: undefined };
			});
		}
		assert.equal(rows.length, SCENES.length, 'a step of RELEASING.md was not played');
	} catch (error) {
		await page.screenshot({ path: join(videoFolder, 'failed.png') });
		throw error;
	} finally {
		await finish(file);
	}
	const tookMs = performance.now() - startedAt;
	console.log(`${Math.round(tookMs / 1000)} seconds: ${file}`);
	assert.ok(tookMs < LONGEST_TAKE_MS, 'The take is longer than five minutes');
} catch (error) {
	console.error(error);
	exitCode = 1;
} finally {
	await stopEverything();
	await rm(folder, { recursive: true, force: true });
}
process.exit(exitCode);
