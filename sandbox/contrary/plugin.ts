import type { FastifyReply, FastifyRequest } from 'fastify';
import { withContext } from '../json-ld/context.ts';
import { orderView } from '../json-ld/order.ts';
import { problemBody } from '../json-ld/problems.ts';
import { shared } from '../plugins/plugin.ts';
import type { Order } from '../state/model.ts';
import type { OrderStore } from '../state/orders.ts';
import { errorAnswer, pageAnswer, rewritten, successAnswer, type Answer } from './answers.ts';
import { randomOf } from '../random.ts';
import { LaggingReads } from '../reads/lagging-reads.ts';
import type { ContraryStyle, SuccessStyle } from './style.ts';

type Json = Record<string, unknown>;

interface Options {
	seed: number;
	style: ContraryStyle;
	orders: OrderStore;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** The order that a change is about, as it was before. */
		orderBefore: Json | undefined;
	}
}

const isChange = ({ method }: FastifyRequest): boolean => method !== 'GET';

const parameters = ({ params, body }: FastifyRequest) => ({
	id: (params as { id?: string }).id,
	itemId: (params as { item_id?: string }).item_id,
	externalId: (body as { externalId?: unknown } | undefined)?.externalId,
});

const viewOf = (order: Order): Json => structuredClone(withContext(orderView(order)));

/** Lets a service do otherwise wherever the specification leaves open what it does. */
export const contrary = shared<Options>(async (api, { seed, style, orders }) => {
	const random = randomOf(seed + 1);
	const reads = new LaggingReads<Json>(() => style.lag);
	api.decorateRequest('orderBefore');

	/** The order that a request is about: the one in its path, or the one that it creates. */
	const orderOf = (request: FastifyRequest): Order | undefined => {
		const { id, externalId } = parameters(request);
		if (!request.routeOptions.url?.startsWith('/api/orders')) return undefined;
		if (id !== undefined) return orders.find(request.account, id);
		return typeof externalId === 'string'
			? orders.withExternalId(request.account.id, externalId)
			: undefined;
	};

	api.addHook('preValidation', async (request, reply) => {
		if (random() < style.lost.before) {
			reply.hijack();
			cut(request);
			return reply;
		}
		const order = isChange(request) ? orderOf(request) : undefined;
		request.orderBefore = order && viewOf(order);
	});

	const answerTo = (request: FastifyRequest, status: number, payload: Json): Answer | undefined => {
		const order = orderOf(request);
		if (isChange(request)) {
			if (status < 400 && order) reads.changed(order.id, () => request.orderBefore);
			return changeAnswer(style, request, { status, payload, order });
		}
		if (status >= 400) return errorAnswer(status, style.error, payload);
		if (payload['@type'] === 'hydra:Collection') {
			return pageAnswer(style, payload, `http://${request.headers.host ?? ''}`);
		}
		const old = payload['@type'] === 'Order' && order ? reads.oldState(order.id) : undefined;
		if (!old) return undefined;
		return old.before
			? { status, headers: {}, body: JSON.stringify(old.before) }
			: errorAnswer(404, style.error, problemBody(404, 'There is no such order.'));
	};

	api.addHook('onSend', async (request, reply, payload) => {
		const body = typeof payload === 'string' && payload !== '' ? (JSON.parse(payload) as Json) : {};
		const answer = answerTo(request, reply.statusCode, body);
		if (isChange(request) && random() < style.lost.after) cut(request);
		const sent = answer ? use(reply, answer) : payload;
		return style.rewritesValues && typeof sent === 'string' && sent.startsWith('{')
			? JSON.stringify(rewritten(JSON.parse(sent)))
			: sent;
	});
});

interface Made {
	status: number;
	payload: Json;
	/** Undefined where there is none. */
	order: Order | undefined;
}

function changeAnswer(
	style: ContraryStyle,
	request: FastifyRequest,
	{ status, payload, order }: Made,
): Answer {
	const { id, itemId } = parameters(request);
	if (status >= 400) {
		const isTaken = id === undefined && status === 422 && request.orderBefore !== undefined;
		if (isTaken && style.duplicate === 'order' && order) {
			return successAnswer({ status: 200, body: 'entity' }, viewOf(order));
		}
		return errorAnswer(
			isTaken && style.duplicate === 'conflict' ? 409 : status,
			style.error,
			payload,
		);
	}
	const entity = itemId === undefined && order ? viewOf(order) : payload;
	return successAnswer(successStyle(style, request), entity);
}

function successStyle(style: ContraryStyle, { method, params }: FastifyRequest): SuccessStyle {
	if (method === 'PATCH') return style.change;
	return (params as { id?: string }).id === undefined ? style.create : style.action;
}

/** Puts status and headers of an answer in place of those of a reply, and returns its body. */
function use(reply: FastifyReply, { status, headers, body }: Answer): string {
	reply.code(status).removeHeader('content-length');
	if (body === '') reply.removeHeader('content-type');
	reply.headers(headers);
	return body;
}

/** Cuts the connection with a TCP reset. */
const cut = (request: FastifyRequest): void => {
	request.raw.socket.resetAndDestroy();
};
