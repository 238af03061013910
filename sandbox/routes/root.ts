import type { FastifyInstance } from 'fastify';

/** The page at the sandbox's address. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Print-on-demand sandbox</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>The sandbox is running</h1>
<p>This is a print-on-demand service for tests, on this machine only. Call it with the header
<code>Authorization: Bearer sandbox-demo-key</code>.</p>
<ul>
<li><a href="/_sandbox/requests">Requests received</a></li>
<li><a href="/_sandbox/deliveries">Webhook deliveries made</a></li>
<li><a href="/_sandbox/orders">Orders</a></li>
<li><a href="/_sandbox/products">Catalog products</a></li>
<li><a href="/_sandbox/mockup-tasks">Mockup tasks</a></li>
<li><a href="/_sandbox/accounts">Accounts and keys</a></li>
<li><a href="/_sandbox/example-order">An order that can be placed as it is</a></li>
<li><a href="/_sandbox">All verbs</a>, explained in sandbox/README.md</li>
</ul>
</html>
`;

export async function rootRoute(instance: FastifyInstance): Promise<void> {
	instance.get('/', async (_request, reply) => await reply.type('text/html').send(PAGE));
}
