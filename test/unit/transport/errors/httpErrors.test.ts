import { describe, expect, it } from 'vitest';

import { httpError } from '../../../../nodes/PodFulfilment/transport/errors/httpErrors.ts';
import {
	ServiceError,
	type FailureKind,
} from '../../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import {
	mockupTaskPath,
	orderPath,
	productPath,
	variantPath,
	type ResourcePath,
} from '../../../../nodes/PodFulfilment/api/paths.ts';
import type { ServiceRequest } from '../../../../nodes/PodFulfilment/transport/types.ts';
import { responseOf, caller, callerWithoutCredential, requestOf, SECRETS } from '../caller.ts';
import { expectNoSecret, expectPlainWords, wordingOf } from '../wording.ts';

/** Section 7, Status codes: all but the successes. */
const STATUSES = [400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 502, 503, 504];

const SERVICE_MESSAGE = 'Sandbags are not allowed here';

/** Section 7, Error body shapes, and bodies that a gateway sends in their place. Each contains a secret. */
const BODIES: Array<[name: string, body: unknown]> = [
	['an access body', { code: 403, message: SERVICE_MESSAGE, trace: SECRETS.trace }],
	[
		'a routing body',
		{
			'@context': '/api/contexts/Error',
			'@type': 'hydra:Error',
			'hydra:title': 'An error occurred',
			'hydra:description': SERVICE_MESSAGE,
			trace: [{ file: SECRETS.trace }],
		},
	],
	[
		'a validation body',
		{
			'@id': '/api/validation_errors/1',
			'@type': 'ConstraintViolationList',
			status: 422,
			violations: [
				{
					propertyPath: 'shipping',
					message: SERVICE_MESSAGE,
					code: '7',
					invalidValue: SECRETS.street,
				},
			],
			detail: `shipping: ${SERVICE_MESSAGE}`,
			'hydra:title': 'An error occurred',
			'hydra:description': `shipping: ${SERVICE_MESSAGE}`,
			type: '/validation_errors/1',
			title: 'An error occurred',
			request: { headers: { authorization: `Bearer ${SECRETS.apiKey}` } },
		},
	],
	['a body of another shape', { reason: SECRETS.trace, request: { body: SECRETS.street } }],
	['a page of HTML', `<html><body>${SECRETS.trace} ${SECRETS.apiKey}</body></html>`],
	['a list', [SECRETS.trace]],
	['no body', undefined],
];

const errorFor = (
	status: number,
	body?: unknown,
	headers: Record<string, string> = {},
	method: Parameters<typeof requestOf>[0] = 'POST',
) => httpError(caller, requestOf(method), responseOf(status, body, headers));

describe.each(STATUSES)('The error for status %i (section 7)', (status) => {
	it.each(BODIES)('the error for a body with %s has a plain message without secrets', (_, body) => {
		const error = errorFor(status, body);
		expect(error).toBeInstanceOf(ServiceError);
		expect(error.status).toBe(status);
		expectPlainWords(wordingOf(error));
		expectNoSecret(error);
	});

	it('the error has a plain message when the node has no credential', () => {
		expectPlainWords(
			wordingOf(httpError(callerWithoutCredential, requestOf('GET'), responseOf(status))),
		);
	});
});

describe('The error for each status (section 7, Status codes)', () => {
	it.each<[number, string, string, FailureKind]>([
		[300, 'leads elsewhere', 'redirect, which is not followed', 'refused'],
		[399, 'leads elsewhere', 'redirect, which is not followed', 'refused'],
		[400, 'could not read the request', 'fields, above all those that hold JSON', 'refused'],
		[401, 'refused the API key', 'Check the API Key in the credential', 'refused'],
		[403, 'refused the API key', 'Check the API Key in the credential', 'refused'],
		[404, 'Order "A-1001" was not found', 'Check that it exists in the account', 'refused'],
		[405, 'does not offer this operation for order "A-1001"', 'Check the Base URL', 'refused'],
		[409, 'current state of order "A-1001" does not allow', 'to see its status', 'refused'],
		[410, 'Order "A-1001" is no longer available', 'removed it for good', 'refused'],
		[415, 'does not take the request in this form', 'Base URL', 'refused'],
		[418, 'answered with status 418', 'It gave no explanation.', 'refused'],
		[422, 'could not process the request for order "A-1001"', 'It gave no explanation', 'refused'],
		[429, 'asks for fewer requests', 'rate limit is reached', 'busy'],
		[499, 'answered with status 499', 'It gave no explanation.', 'refused'],
		[500, 'not available at the moment', 'status 500', 'lost'],
		[502, 'not available at the moment', 'status 502', 'lost'],
		[503, 'not available at the moment', 'status 503', 'busy'],
		[504, 'not available at the moment', 'status 504', 'lost'],
	])('the error for status %i: %s', (status, message, description, outcome) => {
		const error = errorFor(status);
		expect(error.message).toContain(message);
		expect(error.description).toContain(description);
		expect(error.outcome).toBe(outcome);
	});

	it('the error has the time to wait as a number for the retry', () => {
		expect(errorFor(503, undefined, { 'retry-after': '30' }).retryAfterMs).toBe(30_000);
		expect(errorFor(503).retryAfterMs).toBeUndefined();
	});
});

describe("The service's own message (section 7, Error body shapes)", () => {
	const shapes = BODIES.slice(0, 3);
	const statuses = STATUSES.filter((status) => status !== 429);

	it.each(statuses.flatMap((status) => shapes.map(([name, body]) => ({ status, name, body }))))(
		"the service's message is included for status $status with $name",
		({ status, body }) => {
			const { message, description } = wordingOf(errorFor(status, body));
			expect(`${message} ${description}`).toContain(SERVICE_MESSAGE);
		},
	);

	it.each(['hydra:description', 'detail', 'message', 'description', 'error', 'title'])(
		"the service's message is found under %s",
		(key) => {
			expect(errorFor(409, { [key]: SERVICE_MESSAGE, code: 7 }).description).toContain(
				`The service says: ${SERVICE_MESSAGE}.`,
			);
		},
	);

	it("the service's message is the description of hydra rather than a general title", () => {
		const body = { title: 'An error occurred', 'hydra:description': SERVICE_MESSAGE };
		expect(errorFor(409, body).description).not.toContain('occurred');
	});

	it("the service's message is the whole description when there is nothing else to say", () => {
		expect(errorFor(418, { detail: SERVICE_MESSAGE }).description).toBe(
			`The service says: ${SERVICE_MESSAGE}.`,
		);
	});

	it('what the service says of refused values comes behind what to do about it', () => {
		expect(errorFor(422, { detail: SERVICE_MESSAGE }).description).toBe(
			`Correct the values that the service names. The service says: ${SERVICE_MESSAGE}.`,
		);
	});

	it("the service's message is not looked for in the text of a gateway", () => {
		expect(errorFor(409, 'Bad luck').description).toMatch(/decide what to do\.$/);
	});

	it.each([400, 403, 404, 422, 500])(
		"the service's message is left out for status %i without a body",
		(status) => {
			expect(wordingOf(errorFor(status)).description).not.toMatch(/says|: *$/);
		},
	);
});

describe('The error for a rejected key (sections 5 and 7)', () => {
	it.each([401, 403])('the error for status %i names the credential to check', (status) => {
		const { message, description } = wordingOf(
			errorFor(status, { code: status, message: 'Invalid API key' }),
		);
		expect(`${message} ${description}`).toContain('API key');
		expect(description).toContain('"Shop production"');
		expect(description).toContain('Invalid API key');
	});

	it('the error names the credential type when the node has no credential', () => {
		const error = httpError(callerWithoutCredential, requestOf(), responseOf(403));
		expect(wordingOf(error).description).toContain('POD Fulfilment credential');
	});
});

/** The error for a resource that was read and not found. */
const notFoundError = (path: ResourcePath): ServiceError =>
	httpError(caller, { method: 'GET', ...path }, responseOf(404, {}));

/** By what was entered as its ID; with an @, as its external ID. */
const orderNotFoundError = (entered: string): ServiceError => notFoundError(orderPath(entered));

describe('The error for a 404 (section 7)', () => {
	it('the error names what was not found, and the credential of the account', () => {
		const { message, description } = wordingOf(
			errorFor(404, { '@type': 'hydra:Error', 'hydra:description': 'Not Found' }),
		);
		expect(message).toContain('rder "A-1001"');
		expect(message).toContain('not found');
		expect(description).toContain('"Shop production"');
	});

	it.each([productPath('7'), variantPath('7'), mockupTaskPath('7')])(
		'the error for $path says nothing of external IDs, which only orders have',
		(path) => {
			const { description } = wordingOf(notFoundError(path));
			expect(description).toContain('Check that it exists in the account');
			expect(description).not.toMatch(/external id/i);
		},
	);
});

describe('The error for a variant that was not found (section 7)', () => {
	const descriptionFor = (id: string) => wordingOf(notFoundError(variantPath(id))).description;

	it('the error of what is no ID of the service says where a SKU is entered', () => {
		expect(descriptionFor('T-S001-WHTE-M')).toContain('switch Variant to the mode "SKU"');
		expect(descriptionFor('fcbb2fa6-19d7-52ca-9703-c5429e75c159')).not.toContain('SKU');
	});
});

describe('The error for a 404 of a whole list (sections 4 and 7)', () => {
	const OTHER_SERVICE = 'Something answers at this address, but it is not the fulfilment service';
	const errorOf = (request: Partial<ServiceRequest>) =>
		httpError(caller, { ...requestOf('GET'), ...request }, responseOf(404));

	it('the error says what the credential test says, and to check the Base URL', () => {
		const { message, description } = wordingOf(errorOf({ isList: true }));
		expect(message).toBe(OTHER_SERVICE);
		expect(description).toBe('Check the Base URL in the credential "Shop production".');
	});

	it('the error for anything else does not', () => {
		expect(errorOf({ isList: false }).message).toBe('Order "A-1001" was not found');
		expect(errorOf({}).message).toBe('Order "A-1001" was not found');
	});
});

describe('The hint at external IDs in the error for a 404', () => {
	it.each(['@#1001', '@1001', '@SHOP-1001', '@shopify-1001-5700000002001'])(
		'the error for the order %s, which was looked for by its external ID, does not advise that mode',
		(order) => {
			const { message, description } = wordingOf(orderNotFoundError(order));
			expect(`${message} ${description}`).not.toContain('mode "External ID"');
			expect(description).toContain('Check that it exists in the account');
		},
	);

	it.each(['@#1001', '1001', '@1001'])(
		'the error for the order %s begins with how to find it by that number',
		(order) => {
			expect(orderNotFoundError(order).description).toMatch(
				/^If 1001 is its number in your shop, choose "From List" and search for 1001\./,
			);
		},
	);

	it.each([
		['#1001', '1001'],
		['@#1001', '1001'],
		['1001', '1001'],
		[' 1001 ', '1001'],
		['@shopify-1001', '1001'],
		['@Shopify-1001', '1001'],
		['@#3001', '3001'],
	])(
		'the error for the order %s says what that order of a shop is called here',
		(order, number) => {
			const { description } = wordingOf(orderNotFoundError(order));
			expect(description).toContain(
				`If ${number} is its number in your shop, choose "From List" and search for ${number}. Orders from Shopify are called shopify-${number}-… here: order number, then Shopify's order ID, as in shopify-1001-5700000002001.`,
			);
			expect(description).toContain(
				` Orders from WooCommerce are called woo-${number}: their order ID.`,
			);
		},
	);

	it.each([
		'@SHOP-1001',
		'@shopify-1001-5700000002001',
		'@woo-727',
		'1001/shipments',
		'%231001',
		'1234567890123',
		'ae570df6-5d7b-53fd-a442-bcacd1fa684b',
	])('the error for the order %s says nothing of orders of shops', (order) => {
		expect(orderNotFoundError(order).description).not.toContain('Shopify');
	});

	it.each([
		[orderPath('0198c2f4-6d1b-7c3a-9f0e-2b7a5d4c1e88'), true],
		[orderPath('SHOP-1001'), false],
		[productPath('p1'), false],
		[mockupTaskPath('m1'), false],
	])('the hint at external IDs for %o is given: %s', (path, isGiven) => {
		const error = notFoundError(path);
		if (isGiven) expect(error.description).toContain('"External ID"');
		else expect(error.description).not.toContain('"External ID"');
		expectPlainWords(wordingOf(error));
	});
});

describe('The error for other statuses of section 7', () => {
	it.each([409, 410])('the error for %i names what was requested', (status) => {
		expect(wordingOf(errorFor(status)).message).toContain('rder "A-1001"');
	});

	it('the error for 405 lists the methods of the Allow header, if there is one', () => {
		expect(errorFor(405, undefined, { allow: 'GET, PATCH' }).description).toMatch(
			/ Accepted there: GET, PATCH\.$/,
		);
		expect(errorFor(405).description).toMatch(/"Shop production"\.$/);
	});

	it.each([500, 502, 503, 504])(
		'the error of a read with %i names the status and says to try again',
		(status) => {
			const { message, description } = wordingOf(errorFor(status, undefined, {}, 'GET'));
			expect(message).toContain('not available');
			expect(description).toContain(String(status));
			expect(description).toMatch(/try again/i);
		},
	);

	it.each([500, 502, 503, 504])(
		'the error of a change with %i does not say to try again: the change may have been made',
		(status) => {
			const { description } = wordingOf(
				errorFor(status, undefined, { 'retry-after': '30' }, 'POST'),
			);
			expect(description).toContain(String(status));
			expect(description).not.toMatch(/try again|nothing was/i);
		},
	);

	it.each([
		[302, 'POST', true],
		[303, 'POST', true],
		[303, 'PATCH', true],
		[302, 'GET', false],
		[301, 'POST', false],
		[307, 'POST', false],
		[308, 'POST', false],
	] as const)(
		'after a redirect with %i a %s may have been done: %s, as it may lead to the result',
		(status, method, isInDoubt) => {
			expect(errorFor(status, undefined, {}, method).isIndeterminate).toBe(isInDoubt);
		},
	);

	it.each([301, 302, 303, 307, 308])('the error for redirect %i names the credential', (status) => {
		const location = `https://elsewhere.example/?key=${SECRETS.apiKey}`;
		const error = errorFor(status, undefined, { location });
		expectPlainWords(wordingOf(error));
		expectNoSecret(error);
		expect(wordingOf(error).description).toContain('"Shop production"');
	});

	it.each([402, 418, 451])('the error for %i, which is not in the spec, names it', (status) => {
		const error = errorFor(status, { detail: 'Out of office' });
		expectPlainWords(wordingOf(error));
		expect(wordingOf(error).message).toContain(String(status));
		expect(wordingOf(error).description).toContain('Out of office');
	});
});

describe('The time to wait (section 7: 429 and 503)', () => {
	it.each([429, 503])('the time for status %i is given in seconds', (status) => {
		const { description } = wordingOf(errorFor(status, undefined, { 'retry-after': '30' }, 'GET'));
		expect(description).toContain('Try again in 30 seconds.');
	});

	it.each([
		['1', 'in 1 second.'],
		['0', 'in a moment.'],
		['Thu, 01 Jan 1970 00:00:00 GMT', 'in a moment.'],
		[' 2 ', 'in 2 seconds.'],
	])('the time to wait is in plain words for Retry-After %j: %s', (header, words) => {
		expect(errorFor(429, undefined, { 'retry-after': header }).description).toBe(
			`The account's rate limit is reached. Try again ${words}`,
		);
	});

	it.each([429, 503])('the time for status %i may be given as a date', (status) => {
		const date = 'Wed, 21 Oct 2099 07:28:00 GMT';
		const { description } = wordingOf(errorFor(status, undefined, { 'retry-after': date }, 'GET'));
		expect(description).toContain(date);
		expect(description).not.toContain('seconds');
	});

	it('a date with blanks around it is given without them', () => {
		const header = ' Wed, 21 Oct 2099 07:28:00 GMT ';
		expect(errorFor(429, undefined, { 'retry-after': header }).description).toBe(
			"The account's rate limit is reached. Try again after Wed, 21 Oct 2099 07:28:00 GMT.",
		);
	});

	it.each<Record<string, string>>([{}, { 'retry-after': '' }, { 'retry-after': 'later' }])(
		'the time to wait is unspecified when the headers are %j',
		(headers) => {
			const error = errorFor(429, undefined, headers);
			expectPlainWords(wordingOf(error));
			expect(wordingOf(error).description).toMatch(/ Try again in a moment\.$/);
			expect(wordingOf(error).description).not.toContain('later');
		},
	);
});

describe('The error for status 408, which says that a request took too long', () => {
	it.each(['POST', 'PATCH'] as const)(
		'a %s that was answered with it may have been done, as after a 504',
		(method) => {
			const error = errorFor(408, undefined, {}, method);
			expect(error).toMatchObject({
				message: 'The service is not available at the moment',
				description: 'It answered with status 408.',
				outcome: 'lost',
				isIndeterminate: true,
				isServiceFailure: true,
			});
		},
	);
});

describe('The error of a change that sends no values, such as to confirm an order', () => {
	const confirm = {
		method: 'POST',
		path: '/api/orders/@A-1/confirm',
		subject: 'order "A-1"',
	} as const;

	it.each([400, 422])(
		'the error for status %i names the order, and asks for no values',
		(status) => {
			for (const body of [undefined, { detail: 'The order is in process' }]) {
				const { message, description } = httpError(caller, confirm, responseOf(status, body));
				expect(message).toContain('order "A-1"');
				expect(description).not.toMatch(/values|JSON/);
				expect(description).toMatch(body ? /The order is in process/ : /Read the order/);
			}
		},
	);
});

describe('The error of a read that is refused', () => {
	it.each([400, 422])(
		'the error for status %i is about what was entered, such as a filter',
		(status) => {
			const read = { method: 'GET', path: '/api/orders', subject: 'list of orders' } as const;
			const { description } = httpError(caller, read, responseOf(status, undefined));
			expect(description).toMatch(/values|fields/);
			expect(description).not.toContain('Read the order');
		},
	);
});

describe('Whether the message of a rejected request names what it was about', () => {
	const requests: Array<Partial<ServiceRequest>> = [
		{ method: 'GET', path: '/api/orders/1' },
		{ method: 'GET', path: '/api/orders' },
		{ method: 'POST', path: '/api/orders', body: {} },
		{ method: 'POST', path: '/api/orders/1/confirm' },
	];
	const statuses = [...STATUSES, 302, 408, 418];

	it.each(statuses)('the error of status %s says so', (status) => {
		for (const changes of requests) {
			for (const [, body] of BODIES) {
				const request = { ...requestOf('GET'), ...changes };
				const error = httpError(caller, request, responseOf(status, body));
				expect(error.namesSubject).toBe(/order "A-1001"/i.test(error.message));
			}
		}
	});
});
