import { describe, expect, it } from 'vitest';

import { loadOptions } from '../../../nodes/PodFulfilment/listSearch/index.ts';
import { editorWith } from './editor.ts';

describe('The items to reprint, in a list that the editor loads as it opens the form', () => {
	it.each([undefined, '', '={{ $json.id }}'])(
		'the list is empty, and nothing is refused or sent, while the order is %j',
		async (value) => {
			const { caller, requestedUrls } = editorWith(() => ({}), {
				orderId: { __rl: true, mode: 'list', value },
			});
			expect(await loadOptions.loadOrderItems.call(caller)).toEqual([]);
			expect(requestedUrls).toEqual([]);
		},
	);
});
