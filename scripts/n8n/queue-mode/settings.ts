/** Where the processes of n8n in queue mode find each other. */
export interface QueueModeServers {
	postgres: { host: string; port: number; database: string; user: string; password: string };
	redis: { host: string; port: number; password: string };
	/** Public address of the webhook process, with a slash at the end. */
	webhookUrl: string;
}

/**
 * The environment of every process of n8n in queue mode: the same in the scale test and in
 * docs/self-hosting/queue-mode.yml, as docs/queue-mode.md explains.
 */
export const queueModeSettings = ({ postgres, redis, webhookUrl }: QueueModeServers) => ({
	EXECUTIONS_MODE: 'queue',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: postgres.host,
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_DATABASE: postgres.database,
	DB_POSTGRESDB_USER: postgres.user,
	DB_POSTGRESDB_PASSWORD: postgres.password,
	QUEUE_BULL_REDIS_HOST: redis.host,
	QUEUE_BULL_REDIS_PORT: String(redis.port),
	QUEUE_BULL_REDIS_PASSWORD: redis.password,
	N8N_WEBHOOK_URL: webhookUrl,
	// Only the webhook process receives production webhooks.
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	// Lets a worker report whether it is ready.
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	// Otherwise a webhook process may wait for a job that Redis has forgotten.
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
});
