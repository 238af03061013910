import { markup, withLinks, type Markup } from '../../../pages/markup.ts';
import type { Page } from '../../../pages/page.ts';
import type { Mail } from '../../common/mails.ts';
import type { Product } from '../../common/options.ts';
import { STATUS_NAMES, type WooOrder } from '../model.ts';
import { REFRESH } from './refresh.ts';

/** A link beside the shop, such as to the workflow that works for it. */
export interface StorefrontLink {
	text: string;
	url: string;
	/** The order that it is about, and shown with. Without one, it is shown above the products. */
	orderId?: number;
}

interface Storefront {
	/** The oldest first. */
	orders: readonly WooOrder[];
	products: readonly Product[];
	/** The oldest first. */
	mails: readonly Mail[];
	links: readonly StorefrontLink[];
}

const STYLE = `
nav ul { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; margin-top: .6rem }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 26rem); gap: 2rem; padding-bottom: 3rem; align-items: start }
@media (max-width: 60rem) { main { grid-template-columns: minmax(0, 1fr) } }
.products { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem }
.products li { display: flex; flex-direction: column; gap: .3rem }
.products img { width: 100%; height: 7rem; object-fit: contain }
.products form { margin-top: auto; padding-top: .5rem }
.products li:first-child { grid-column: 1 / -1; flex-direction: row; flex-wrap: wrap; gap: 0 1.5rem; align-items: center }
.products li:first-child img { width: 12rem; height: 11rem }
.products li:first-child h3 { font-size: 1.5rem }
.products li:first-child form { margin: 0 }
button { font: inherit; font-weight: 600; width: 100%; padding: .45rem .9rem; border: 1px solid var(--accent); border-radius: 10px; background: none; color: var(--accent); cursor: pointer }
.products li:first-child button, button:hover { background: var(--accent); color: var(--on) }
.products li:first-child button { font-size: 1.1rem; padding: .6rem 1.6rem }
.unseen { position: absolute; clip-path: inset(50%) }
.orders li.card { margin-bottom: 1rem; scroll-margin-top: 14rem }
.orders li:target { border-color: var(--accent) }
.orders h4 { font-size: .85rem; color: var(--soft); margin: .8rem 0 -.2rem }
.orders h3 { display: flex; justify-content: space-between; align-items: center; gap: 1rem }
.orders h4 + ul li { border-top: 1px solid var(--line); margin-top: .6rem; padding-top: .6rem }
`;

/** The page of the shop: what it sells, what was ordered, and what its customers got by mail. */
export const storefront = ({ orders, products, mails, links }: Storefront): Page => ({
	title: 'Harbour Shop',
	style: STYLE,
	script: REFRESH,
	body: markup`<header>
<h1>Harbour Shop</h1>
<p class="soft">A shop to try things out, on this machine only. Nothing is paid for, printed or sent.</p>
<div data-live>${navigation(links.filter(({ orderId }) => orderId === undefined))}</div>
</header>
<main>
<section aria-labelledby="products">
<h2 id="products">Products</h2>
<ul class="products">${products.map(productCard)}</ul>
</section>
<section aria-labelledby="orders" class="orders">
<h2 id="orders">Orders</h2>
<p class="unseen" role="status" data-live>${mails.at(-1)?.text ?? ''}</p>
<div data-live>${orders.length > 0 ? orderList(orders, mails, links) : NO_ORDERS}</div>
</section>
</main>`,
});

const NOTHING = markup``;

const NO_ORDERS = markup`<p class="soft">None yet. What you order appears here, with its status and the mails that the customer gets.</p>`;

const linkTo = ({ text, url }: StorefrontLink): Markup =>
	markup`<li><a href="${url}" target="_blank" rel="noopener">${text}</a></li>
`;

const navigation = (links: readonly StorefrontLink[]): Markup =>
	links.length > 0
		? markup`<nav aria-label="Behind the Shop"><ul>${links.map(linkTo)}</ul></nav>`
		: NOTHING;

const productCard = ({ sku, name, price, image }: Product): Markup => markup`
<li class="card">${image === undefined ? '' : markup`<img src="${image}" alt="">`}
<div><h3 id="${sku}">${name}</h3><p class="soft">€ ${price}</p></div>
<form method="post" action="/checkout"><input type="hidden" name="sku" value="${sku}"><button aria-describedby="${sku}">Order ${withArticle(lastWordOf(name))}</button></form></li>`;

/** 'Mug' for 'Ceramic Mug'. */
const lastWordOf = (name: string): string => name.split(' ').at(-1) ?? name;

/** 'a Mug', 'an Umbrella'. */
const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const orderList = (
	orders: readonly WooOrder[],
	mails: readonly Mail[],
	links: readonly StorefrontLink[],
): Markup =>
	markup`<ul>${orders.toReversed().map((order) =>
		orderCard(
			order,
			mails,
			links.filter(({ orderId }) => orderId === order.id),
		),
	)}</ul>`;

/** What is behind one order. */
const orderLinks = (id: number, links: readonly StorefrontLink[]): Markup =>
	links.length > 0
		? markup`
<nav aria-label="Behind Order ${id}"><ul>${links.map(linkTo)}</ul></nav>`
		: NOTHING;

const orderCard = (
	{ id, status, lines, shipping }: WooOrder,
	mails: readonly Mail[],
	links: readonly StorefrontLink[],
): Markup => markup`
<li class="card" id="order-${id}">
<h3>Order ${id} <span class="badge${status === 'completed' ? ' good' : ''}">${STATUS_NAMES[status]}</span></h3>
<p class="soft">${lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')} for ${shipping.first_name} ${shipping.last_name}, ${shipping.city}</p>${orderLinks(id, links)}
<h4>Mails to the Customer</h4>
<ul>${mails
	.filter(({ orderId }) => orderId === id)
	.map(({ text }) => markup`<li>${withLinks(text)}</li>`)}</ul>
</li>`;
