import { describe, expect, it } from 'vitest';
import { PodFulfilmentApi } from '../../../credentials/PodFulfilmentApi.credentials.ts';
import type { IDataObject, INode } from 'n8n-workflow';

import { refusedHints } from '../../../nodes/PodFulfilment/execution/itemError.ts';
import { orderFilters } from '../../../nodes/PodFulfilment/resources/order/getAll.ts';
import { FilterReport } from '../../../nodes/PodFulfilment/resources/readFilteredList.ts';
import type { OperationCall } from '../../../nodes/PodFulfilment/execution/operation.ts';
import { failureWarnings } from '../../../nodes/PodFulfilment/order/failedOrder.ts';
import { notice, type Remark } from '../../../nodes/PodFulfilment/order/findings.ts';
import {
	changeNotices,
	createHints,
	failureHints,
	itemChangeHints,
	stateChangeHints,
} from '../../../nodes/PodFulfilment/order/hints.ts';
import { hints } from '../../../nodes/PodFulfilment/resources/order/editorHints.ts';
import { itemResult } from '../order/itemResult.ts';
import { entries, hintEntries, hintsFor, isExplained } from '../../support/headlines.ts';
import { headlinesInCode } from './documents/headlinesInCode.ts';
import { codeUnder, textOf } from './documents/repository.ts';

const testMessages = (new PodFulfilmentApi().test.rules ?? []).map(
	({ properties }) => properties.message,
);

/** Headlines that the code puts together out of others, or of what it was handed; with what it has of each. */
const COMPOSED: Readonly<Record<string, string>> = {
	'Limit is …': ', or turn on Return All.',
	'… cannot be … in its current state': ' in its current state',
	'…, but no variant has the SKU …': 'no variant has the SKU ',
	'…, but it has no SKU…': 'it has no SKU',
	'Shop Order is …, but must be an order as … sends it': ', but must be an order as ',
	'SKU Field is …, and no line has a field of that name…':
		' of that name. Enter the field with the SKU',
	'Order …: nothing says whether it is due': ': nothing says whether it is due. Status Field is ',
	'… has no line ID: it lacks …': ' has no line ID: it lacks ',
	'… has the line ID … of …, so it would be produced twice…': ', so it would be produced twice',
	'… is …, but must not be below 0': 'not be below 0',
	'…: its quantity, times Pieces of …, is too large': 'its quantity, times Pieces of ',
	'… is a bundle with a print file or a row in SKU Mapping, but none of its parts is for the service…':
		', but none of its parts is for the service',
};

/** Entries with few words of their own, and why no other headline is taken for theirs. */
const SHORT: Readonly<Record<string, string>> = {
	'… is empty': 'what to do is the same for every field',
	'… are empty': 'as above',
	'… names … twice': 'nothing else is said so',
	'Limit is …': 'begins with the name of its field, and has no other fault',
	'Invalid URL': 'a text of n8n, and the whole of it',
};

/** Words of an entry that say what is wrong. Every headline about the order of a shop begins with the same two. */
const ownWords = (entry: string): string[] =>
	entry.replace(/^Shop order … /, '').match(/\p{L}+/gu) ?? [];

/** Hints of all kinds, as executions give them. */
function shownHints(): string[] {
	const failed = (...reasons: string[]) =>
		itemResult(
			{},
			...failureWarnings({
				id: '1',
				externalId: 'SHOP-1',
				status: 'failed',
				validationErrors: reasons.map((message) => ({ code: 9, message })),
			}),
		);
	const confirmed = (name: string) =>
		itemResult({}, notice('unvalidated', name), notice('young', name));
	const report = new FilterReport();
	report.onMember(true);
	const filters = { createdAfter: '2026-11-20', status: ['failed'] };
	for (const filter of orderFilters.read({
		parameter: () => filters,
		timeZone: 'UTC',
	} as unknown as OperationCall)) {
		report.onUndecided(filter, { id: '1' });
	}
	const limited = new FilterReport();
	limited.onLimit();
	const noted = (...notices: Remark[]) => notices.map((each) => itemResult({}, each));
	const changes = (['confirmed', 'cancelled', 'refunded'] as const).map((done) =>
		notice(done, 'SHOP-1', 'pending'),
	);
	const kept = notice('keptName', 'Team shirt');
	const repeated = 'A-1 is shipped: it was confirmed before, and nothing changed.';
	const unconfirmed =
		'No confirmation was sent for order "A-1": it is shipped, and only a draft is confirmed.';
	const placing = (...outputs: IDataObject[]) =>
		createHints(outputs.map((output) => itemResult(output)));
	const draft = { status: 'draft' };
	const toReview = { ...draft, toReview: ['The order is not paid in the shop'] };
	return [
		...placing({ outcome: 'checked', problems: ['Recipient → City is empty.'] }),
		...placing({ outcome: 'checked', problems: ['A is empty.', 'B is empty.', 'C is empty.'] }),
		...placing({ outcome: 'checked', problems: [], wouldSend: {} }),
		...placing({ outcome: 'checked', problems: [], wouldSend: null }),
		...placing({ outcome: 'existing' }),
		...placing({ outcome: 'existing' }, { outcome: 'existing' }, { outcome: 'placed' }),
		...placing(draft),
		...placing(toReview),
		...placing(toReview, toReview),
		...refusedHints([{ message: 'City is empty', description: '', repeatsMessage: false }], 3, {
			onError: 'continueErrorOutput',
		} as INode),
		...changeNotices(noted(...changes)),
		...changeNotices(noted(...changes, ...changes)),
		...changeNotices(noted(notice('repeated', repeated))),
		...changeNotices(noted(notice('repeated', unconfirmed))),
		...createHints(noted(notice('unreadFiles', ''))),
		...createHints(noted(notice('unreadColumn', 'Pieces'))),
		...itemChangeHints(noted(kept)),
		...itemChangeHints(noted(kept, kept)),
		...failureHints([failed()]),
		...failureHints([failed('The address is not valid')]),
		...failureHints([failed('The address is not valid'), itemResult({})]),
		...stateChangeHints([confirmed('SHOP-1')]),
		...stateChangeHints(['SHOP-1', 'SHOP-2', 'SHOP-3'].map(confirmed)),
		...report.hints('order'),
		...limited.hints('variant'),
		...hints,
	].map(({ message }) => message);
}

describe('docs/troubleshooting.md', () => {
	it('has each headline once', () => {
		expect(entries.length).toBeGreaterThan(80);
		expect(new Set(entries).size).toBe(entries.length);
	});

	it('has an entry for every headline that is written in the code', () => {
		const headlines = headlinesInCode();
		expect(headlines.length).toBeGreaterThan(150);
		expect(headlines.filter(({ text }) => !isExplained(text))).toEqual([]);
	});

	it('has an entry for every message of the credential test', () => {
		expect(testMessages.length).toBeGreaterThan(10);
		expect(testMessages.filter((message) => !isExplained(message))).toEqual([]);
	});

	it('has no entry for a headline that neither the code nor n8n has any more', () => {
		const [, ofN8n = ''] = textOf('docs/troubleshooting.md').split(/^## n8n itself$/m);
		const said = [...headlinesInCode().map(({ text }) => text), ...testMessages];
		const stale = entries.filter(
			(entry) =>
				!ofN8n.includes(`### ${entry}\n`) && !said.some((text) => isExplained(text, [entry])),
		);
		expect(stale.sort()).toEqual(Object.keys(COMPOSED).sort());
		const code = codeUnder('nodes/').map(([, text]) => text);
		const gone = Object.entries(COMPOSED).filter(
			([, part]) => !code.some((text) => text.includes(part)),
		);
		expect(gone).toEqual([]);
	});

	it('says what to do under each headline', () => {
		const [, ...sections] = textOf('docs/troubleshooting.md').split(/^### /m);
		for (const section of sections) {
			const [heading = '', ...text] = section.split(/^## /m)[0]?.split('\n') ?? [];
			expect(text.join(' ').trim(), heading).toMatch(/\w.*\.$/);
		}
	});

	it('has no entry that any text would match', () => {
		for (const text of ['', 'Something else happened', 'A new headline, with a comma']) {
			expect(isExplained(text)).toBe(false);
		}
		const short = entries.filter((entry) => ownWords(entry).length < 3);
		expect(short.sort()).toEqual(Object.keys(SHORT).sort());
	});

	it.each([
		'The catalog has no product',
		'The account is overdrawn, which must be settled',
		'The account is overdrawn, but nobody minds',
		'Shop Order surprises',
		'Shop order 1001 is purple',
		'Shop order 1001 was eaten',
		'Order #1001, line 2 (Team Mug) lacks a handle',
		'External ID contains surprises',
		'The Base URL in the credential surprises',
	])('has no entry for the invented %j', (headline) => {
		expect(isExplained(headline)).toBe(false);
	});

	it('has each hint of the nodes that it lists, as they give it, and no other', () => {
		const shown = shownHints();
		expect(shown.filter((text) => hintsFor(text).length === 0)).toEqual([]);
		const told = new Set(shown.flatMap(hintsFor));
		expect(hintEntries.length).toBeGreaterThan(10);
		expect(hintEntries.filter((hint) => !told.has(hint))).toEqual([]);
	});

	it.each([
		'The service could not be reached',
		'The service could not be reached [item 12]',
		'Recipient → City is empty; Recipient → ZIP is empty',
		'Recipient → City is empty; Recipient → ZIP is empty; and 3 more [item 0]',
		'Order "SHOP-1": The service could not be reached',
		'Order #1001: The service is not available at the moment',
		'shopify-3005 is not produced: the print file of line 1 (Harbour Tee) cannot be read',
		'SHOP-1 cannot be cancelled: it is shipped',
		'SHOP-1 cannot be confirmed: it failed',
		'The service refused the API key. Check the API Key in the credential',
		'The service could not be reached, since 2026-11-20T13:00:00.000Z',
		'Order "SHOP-1" exists already with other content: Quantity',
		'The service refused order "SHOP-1" because of a conflict: the customer is locked',
		'Line 2 (Team\nMug) has no print file, but is for this service',
		'Order #1001 has no id',
		'Order #1001 lacks "test", so nothing says whether it is due',
		'The shop order is a draft that has not been placed yet',
		'Shop Order is an empty object, but must be an order as Shopify sends it',
	])('explains %j', (headline) => {
		expect(isExplained(headline)).toBe(true);
	});

	it('does not explain a headline that only begins like one of its own', () => {
		expect(isExplained('The service refused the API key and more')).toBe(false);
		expect(isExplained('Order #1001, line 2 (Team Mug) surprises')).toBe(false);
		expect(isExplained('A new headline, since 2026-11-20T13:00:00.000Z')).toBe(false);
	});
});
