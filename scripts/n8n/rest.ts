import { randomUUID } from 'node:crypto';

/** n8n answered a REST call with another status than 2xx. */
export class N8nAnswer extends Error {
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

/** A signed-in session, which others can go on with. */
export interface Session {
	/** Name and value, as in a Cookie header. */
	cookie: string;
	/** n8n binds a session to the browser that opened it. */
	browserId: string;
}

/**
 * n8n's internal REST interface, the one its editor uses, with the cookie of one signed-in user.
 * Each answer is unwrapped from its `data`.
 */
export class N8nRest {
	readonly #url: string;
	readonly #session: Session;

	/** @param session one that was signed in before; without it, `signIn` opens one */
	constructor(url: string, session: Session = { cookie: '', browserId: randomUUID() }) {
		this.#url = url;
		this.#session = { ...session };
	}

	/** The session as it is now. */
	get session(): Session {
		return { ...this.#session };
	}

	/** Creates the owner of a fresh n8n, or signs in when there is one already. */
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
	 * @throws N8nAnswer on any status but 2xx
	 */
	async call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		const answer = await this.send(method, path, body);
		const parsed = JSON.parse(answer) as { data?: unknown };
		return (parsed.data === undefined ? parsed : parsed.data) as Data;
	}

	/** The body of the answer as text. */
	async send(method: string, path: string, body?: unknown): Promise<string> {
		const response = await fetch(`${this.#url}${path}`, {
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
		if (!response.ok) throw new N8nAnswer(response.status, `${method} ${path}`, text);
		return text;
	}
}
