import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Markup, markup } from './markup.ts';

/** The look that all pages share. */
const STYLE = `
:root { color-scheme: light dark; --ink: #22283a; --soft: #5b6378; --line: #e3e6ee; --page: #f6f7fb; --card: #fff; --accent: #b8401f; --good: #1d7a4c; --on: #fff }
@media (prefers-color-scheme: dark) {
	:root { --ink: #eef0f6; --soft: #a9b1c6; --line: #353c50; --page: #161a25; --card: #1f2533; --accent: #ff9b7d; --good: #63d39b; --on: #161a25 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem }
header { padding-top: 2rem; padding-bottom: 1.25rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 }
h2 { font-size: 1.15rem; margin: 0 0 .75rem }
h3 { font-size: 1rem; margin: 0 }
p { margin: .25rem 0 }
a { color: var(--accent); overflow-wrap: anywhere }
.soft { color: var(--soft) }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1rem 1.25rem }
.badge { border: 1px solid; border-radius: 99px; padding: .05rem .6rem; font-size: .85rem; white-space: nowrap; color: var(--soft) }
.good { color: var(--good) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
ul, ol { list-style: none; margin: 0; padding: 0 }
img { background: #f2f4f8; border-radius: 10px }
`;

const hashOf = (text: string): string =>
	`'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface Page {
	title: string;
	body: Markup;
	/** What the page looks like beyond what all share. */
	style?: string;
	script?: string;
}

/** Sends a web page. The browser takes style and script from it alone, pictures from this machine alone. */
export async function sendPage(
	reply: FastifyReply,
	{ title, body, style = '', script = '' }: Page,
): Promise<FastifyReply> {
	const styles = STYLE + style;
	const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(styles)}</style>
</head>
<body>
${body}
<script>${new Markup(script)}</script>
</body>
</html>
`;
	return await reply
		.headers({
			'cache-control': 'no-store',
			'content-security-policy': `default-src 'none'; style-src ${hashOf(styles)}; script-src ${hashOf(script)}; connect-src 'self'; img-src http://127.0.0.1:* http://localhost:* data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
			// With no-referrer, browsers say of forms that they come from no origin.
			'referrer-policy': 'same-origin',
			'x-content-type-options': 'nosniff',
		})
		.type('text/html; charset=utf-8')
		.send(text);
}
