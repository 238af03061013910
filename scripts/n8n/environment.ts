import { dirname } from 'node:path';

/** Variables in the user's environment that would change the behaviour of a private n8n (or Node). */
const excludedPattern =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|CREDENTIALS_|NODES_|WORKFLOWS_|npm_|VITEST|TEST$)/;
const excludedNames = [
	'NODE_ENV',
	'NODE_OPTIONS',
	'WEBHOOK_URL',
	'GENERIC_TIMEZONE',
	'EXTERNAL_HOOK_FILES',
];

/**
 * The environment of a private n8n: it listens on loopback only, keeps its data in its own user folder, and sends
 * nothing to n8n's servers.
 */
export function n8nEnvironment(options: {
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	/** The Node that runs it. */
	node: string;
	/** Additional environment variables, or other values for those set here. */
	settings?: NodeJS.ProcessEnv;
}): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !excludedPattern.test(name) && !excludedNames.includes(name),
		),
	);
	const url = `http://127.0.0.1:${options.port}/`;
	return {
		...inherited,
		// n8n starts its task runner as `node`, which must be this one.
		PATH: `${dirname(options.node)}:${process.env.PATH ?? ''}`,
		NODE_ENV: 'production',
		GENERIC_TIMEZONE: 'UTC',
		N8N_USER_FOLDER: options.userFolder,
		N8N_ENCRYPTION_KEY: options.encryptionKey,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(options.port),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		N8N_RUNNERS_TASK_TIMEOUT: '60',
		N8N_PYTHON_ENABLED: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '10',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The following would call other servers, or ask the user for something.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		...options.settings,
	};
}
