import { dirname } from 'node:path';

/** Settings of this machine's user that would change an n8n (or a Node) that is meant to stand alone. */
const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|CREDENTIALS_|NODES_|WORKFLOWS_|npm_|VITEST|TEST$)/;
const foreignNames = [
	'NODE_ENV',
	'NODE_OPTIONS',
	'WEBHOOK_URL',
	'GENERIC_TIMEZONE',
	'EXTERNAL_HOOK_FILES',
];

/**
 * The environment of a private n8n: everything on loopback and in its own user folder, and none of the calls that
 * n8n makes to its makers' servers.
 */
export function n8nEnvironment(options: {
	userFolder: string;
	port: number;
	brokerPort: number;
	encryptionKey: string;
	/** Further environment variables, or other values for the ones here. */
	settings?: NodeJS.ProcessEnv;
}): NodeJS.ProcessEnv {
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !foreign.test(name) && !foreignNames.includes(name),
		),
	);
	const url = `http://127.0.0.1:${options.port}/`;
	return {
		...inherited,
		// The task runner is started as `node`: it must be this one.
		PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
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
		// From here on: what would call a server elsewhere, or ask the user for something.
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
