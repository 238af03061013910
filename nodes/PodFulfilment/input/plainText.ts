// HTML as plain text.

import { decodeEntities } from './entities';

/** Tags that end a line of text. */
const LINE_END = /<(?:br|\/(?:p|li|div|tr|ul|ol|h[1-6]))\b[^<>]*>/gi;

/** Any tag, and comments; not the signs of '1 < 2'. */
const TAG = /<[/!]?[a-z-][^<>]*>/gi;

/** A text without the tags and entities of HTML, each decoded once; its blanks and lines stay. */
export const withoutMarkup = (markup: string): string =>
	decodeEntities(markup.replaceAll(LINE_END, '\n').replaceAll(TAG, ''));

/** Markup as plain text: one line for each paragraph and each entry of a list, without tags and entities. */
export const plainText = (markup: string): string =>
	withoutMarkup(markup)
		.split('\n')
		.map((line) => line.replace(/\s+/g, ' ').trim())
		.filter((line) => line !== '')
		.join('\n');
