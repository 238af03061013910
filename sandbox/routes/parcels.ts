import type { FastifyInstance } from 'fastify';
import type { Catalog } from '../catalog/catalog.ts';
import type { ShipmentStatus } from '../facts.ts';
import { markup, type Markup } from '../pages/markup.ts';
import { sendPage } from '../pages/page.ts';
import type { Serving } from '../plugins/plugin.ts';
import type { Order, Shipment } from '../state/model.ts';
import type { OrderStore } from '../state/orders.ts';

const STYLE = `
main { max-width: 42rem }
header { max-width: 42rem }
ol { margin: 1rem 0 }
ol li { border-left: 3px solid var(--line); padding: 0 0 1.1rem 1.4rem; position: relative; color: var(--soft) }
ol li:last-child { padding-bottom: 0 }
ol li::before { content: ''; position: absolute; left: -9px; top: 5px; width: 15px; height: 15px; border-radius: 50%; background: var(--card); border: 3px solid var(--line) }
ol .done { color: var(--ink); border-color: var(--good) }
ol .done::before { background: var(--good); border-color: var(--good) }
ol [aria-current] { border-color: var(--line) }
ol li:last-child { border-color: transparent }
.items li { display: flex; gap: 1rem; align-items: center; padding: .3rem 0 }
`;

interface Step {
	name: string;
	/** The statuses of the shipment from which it has happened. */
	statuses: readonly ShipmentStatus[];
	/** When, if the service knows it. */
	time?: string | null;
}

/** What happens to a parcel on its way. */
const stepsOf = (order: Order, { shippedAt }: Shipment): Step[] => [
	{
		name: 'Ordered',
		statuses: ['pending', 'packaged', 'shipped', 'returned', 'canceled'],
		time: order.createdAt,
	},
	{ name: 'Printed', statuses: ['pending', 'packaged', 'shipped', 'returned'] },
	{ name: 'Packed', statuses: ['packaged', 'shipped', 'returned'] },
	{ name: 'Handed to the Carrier', statuses: ['shipped', 'returned'], time: shippedAt },
	{ name: 'Came Back to the Sender', statuses: ['returned'] },
	{ name: 'Canceled Before It Left', statuses: ['canceled'] },
];

/** What most parcels never come to: shown only if it has happened. */
const EXCEPTIONS: readonly ShipmentStatus[] = ['returned', 'canceled'];

/** The page of a parcel at its carrier, to which its tracking link leads. It needs no API key. */
export async function parcelRoute(
	instance: FastifyInstance,
	serving: Serving<{ orders: OrderStore; catalog: Catalog }>,
): Promise<void> {
	instance.get<{ Params: { trackingId: string } }>(
		'/_sandbox/parcels/:trackingId',
		async ({ params: { trackingId } }, reply) => {
			const { orders, catalog } = serving.service;
			const shipment = orders.shipmentWithNumber(trackingId);
			const order = shipment && orders.withId(shipment.orderId);
			if (!shipment || !order) {
				return await sendPage(reply.code(404), {
					title: 'Unknown Parcel',
					style: STYLE,
					body: markup`<header><h1>Unknown Parcel</h1></header>
<main><p>There is no parcel ${trackingId}. The sandbox forgets its parcels when it ends.</p></main>`,
				});
			}
			return await sendPage(reply, {
				title: `Parcel ${trackingId}`,
				style: STYLE,
				body: parcelPage(order, shipment, catalog),
			});
		},
	);
}

const parcelPage = (order: Order, shipment: Shipment, catalog: Catalog): Markup => markup`<header>
<p class="soft">${shipment.carrier}, simulated on this machine</p>
<h1>Parcel ${shipment.trackingId}</h1>
</header>
<main>
<div class="card">
<h2>Its Way to ${placeOf(order)}</h2>
<ol>${wayOf(order, shipment)}</ol>
<h2>In This Parcel</h2>
<ul class="items">${order.items
	.filter(({ id }) => shipment.itemIds.includes(id))
	.map(({ name, quantity, variantId }) => {
		const variant = catalog.variant(variantId);
		return markup`<li><img src="${variant?.image ?? ''}" alt="" width="64" height="64"> ${quantity} × ${name ?? variant?.name ?? ''}</li>`;
	})}</ul>
</div>
</main>`;

const placeOf = ({ recipient: { city, countryName, countryCode } }: Order): string =>
	[city, countryName ?? countryCode].filter(Boolean).join(', ') || 'Its Recipient';

/** The steps of the way; the last one that has happened is the current one. */
function wayOf(order: Order, shipment: Shipment): Markup[] {
	const { shipmentStatus } = shipment;
	const isException = EXCEPTIONS.includes(shipmentStatus);
	const isDone = ({ statuses }: Step) => statuses.includes(shipmentStatus);
	const steps = stepsOf(order, shipment).filter(
		(step) => isDone(step) || !(isException || EXCEPTIONS.includes(step.statuses[0] ?? 'pending')),
	);
	const current = steps.findLast(isDone);
	return steps.map((step) => {
		const { name, time } = step;
		const when = time ? markup`<br><time class="soft">${shownTime(time)}</time>` : '';
		const attributes = [
			isDone(step) ? markup` class="done"` : markup``,
			step === current ? markup` aria-current="step"` : markup``,
		];
		return markup`<li${attributes}>${name}${when}</li>
`;
	});
}

/** '2026-11-25T14:20:07+00:00' as '2026-11-25 14:20 UTC'. */
const shownTime = (time: string): string =>
	`${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
