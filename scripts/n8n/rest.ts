import { randomUUID } from 'node:crypto';

/** A response of n8n's REST API with a status other than 2xx. */
export class N8nHttpError extends Error {
	readonly status: number;

	constructor(status: number, call: string, body: string) {
		super(`n8n answered ${status} to ${call}: ${body.slice(0, 500)}`);
		this.status = status;
	}
}

export interface Owner {
	email: string;
	password: string;
}

/** A signed-in session, which several clients can share. */
export interface Session {
	/** As in a Cookie header. */
	cookie: string;
	/** n8n binds a session to the browser that opened it. */
	browserId: string;
}

/**
 * Client for n8n's internal REST API, which the editor uses, with the session of one user. Responses are unwrapped from
 * their `data`.
 */
export class N8nRest {
	readonly #url: string;
	readonly #session: Session;

	/** @param session An existing session; without one, call `signIn` first */
	constructor(url: string, session: Session = { cookie: '', browserId: randomUUID() }) {
		this.#url = url;
		this.#session = { ...session };
	}

	/** A copy of the current session. */
	get session(): Session {
		return { ...this.#session };
	}

	/** Creates the owner of a new n8n, or signs in if there is one already. */
	async signIn(owner: Owner): Promise<void> {
		const settings = await this.call<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'GET',
			'/rest/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			await this.call('POST', '/rest/owner/setup', {
				...owner,
				firstName: 'Sandbox',
				lastName: 'Owner',
			});
			return;
		}
		await this.call('POST', '/rest/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
	}

	/**
	 * Sends a request and returns the response's `data`, or its whole body if it has none.
	 *
	 * @throws N8nHttpError on any status but 2xx
	 */
	async call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		const text = await this.send(method, path, body);
		const parsed = JSON.parse(text) as { data?: unknown };
		return (parsed.data === undefined ? parsed : parsed.data) as Data;
	}

	/** Reads again where n8n had closed the connection, idle since the last request, at the same moment. */
	async #fetch(path: string, request: RequestInit): Promise<Response> {
		try {
			return await fetch(`${this.#url}${path}`, request);
		} catch (error) {
			const { code } = ((error as Error).cause ?? {}) as { code?: string };
			const isClosed = code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
			if (request.method !== 'GET' || !isClosed) throw error;
			return await fetch(`${this.#url}${path}`, request);
		}
	}

	/**
	 * Sends a request and returns the response's body as text.
	 *
	 * @throws N8nHttpError on any status but 2xx
	 */
	async send(method: string, path: string, body?: unknown): Promise<string> {
		const response = await this.#fetch(path, {
			method,
			headers: {
				'browser-id': this.#session.browserId,
				cookie: this.#session.cookie,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(60_000),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.#session.cookie = cookies.join('; ');
		const text = await response.text();
		if (!response.ok) throw new N8nHttpError(response.status, `${method} ${path}`, text);
		return text;
	}
}

/**
 * Signs in as a browser that is not known yet.
 *
 * @returns the session as n8n sets it, with its attributes; valid in any browser, since it names none
 */
export async function signInCookie(url: string, owner: Owner): Promise<string[]> {
	const response = await fetch(`${url}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: owner.email, password: owner.password }),
		signal: AbortSignal.timeout(60_000),
	});
	if (!response.ok) {
		throw new N8nHttpError(response.status, 'POST /rest/login', await response.text());
	}
	return response.headers.getSetCookie();
}
