import { UserError, type INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import {
	errorItem,
	itemErrorText,
	pairedItemOf,
	refusedHints,
	type ItemErrorText,
} from '../../../nodes/PodFulfilment/execution/itemError.ts';
import { throwProblems } from '../../../nodes/PodFulfilment/order/findings.ts';
import { ServiceError } from '../../../nodes/PodFulfilment/transport/errors/serviceError.ts';
import { TrackedWrite } from '../../../nodes/PodFulfilment/transport/trackedWrite.ts';

const errorWith = (
	status: number,
	message = 'The service is not available at the moment',
	namesSubject = false,
) =>
	new ServiceError({
		outcome: status === 503 ? 'busy' : 'refused',
		status,
		namesSubject,
		message,
		description: '',
	});

/** The message of an item that was to change an order. */
function messageOf(error: unknown): string {
	const write = new TrackedWrite();
	write.begin('order "A-1"');
	return itemErrorText(error, {
		joinedIndexes: [0],
		itemCount: 1,
		write,
		notes: undefined,
		redact: (text) => text,
	}).message;
}

describe('The message of a refused item', () => {
	it('names the order that was to be changed when the service is not available', () => {
		expect(messageOf(errorWith(503))).toBe(
			'Order "A-1": The service is not available at the moment',
		);
	});

	it.each([
		['which names it already', errorWith(503, 'The service does not show order "A-1"', true)],
		['which is about something else', errorWith(422, 'The account is suspended')],
		['of another kind', new Error('The service is odd')],
	])('is left as it is for an error %s', (_, error) => {
		expect(messageOf(error)).toBe(error.message);
	});

	it('is one line, as a mail shows it', () => {
		expect(messageOf(new Error('First\nsecond'))).toBe('First second');
	});

	it('has no name where nothing was to be changed', () => {
		const text = itemErrorText(errorWith(503), {
			joinedIndexes: [2],
			itemCount: 3,
			write: new TrackedWrite(),
			notes: undefined,
			redact: (text: string) => text,
		});
		expect(text.message).toBe('The service is not available at the moment [item 2]');
	});

	it('names all items that are one', () => {
		const text = itemErrorText(new Error('It is odd'), {
			joinedIndexes: [1, 4],
			itemCount: 5,
			write: new TrackedWrite(),
			notes: undefined,
			redact: (text: string) => text,
		});
		expect(text.message).toBe('It is odd [items 1, 4]');
	});
});

const problem = (field: string) => new UserError(`${field} is empty`, { description: 'Enter it.' });

/** What n8n shows of an item with these problems. */
const textOf = (...problems: UserError[]): ItemErrorText => textOfItem(0, 1, problems);

/** Likewise, of one of several items. */
function textOfItem(index: number, itemCount: number, problems: UserError[]): ItemErrorText {
	try {
		throwProblems(problems);
	} catch (error) {
		return itemErrorText(error, {
			joinedIndexes: [index],
			itemCount,
			write: new TrackedWrite(),
			notes: undefined,
			redact: (text: string) => text,
		});
	}
	return expect.unreachable('nothing was thrown');
}

const count = (text: unknown, part: string): number => String(text).split(part).length - 1;

describe('A refused item under Continue on Fail', () => {
	it.each([1, 2, 3, 5])('says each of %i problems once', (number) => {
		const fields = ['City', 'Zip', 'Country', 'Name', 'Quantity'].slice(0, number);
		const { message } = errorItem(textOf(...fields.map(problem)), {}, {});
		for (const field of fields) expect(count(message, `${field} is empty`)).toBe(1);
		expect(count(message, 'Enter it.')).toBe(number);
	});

	it('has the headline as error, the whole text as message, and nothing else', () => {
		const text = textOf(problem('City'), problem('Zip'), problem('Name'));
		expect(errorItem(text, {}, {})).toEqual({
			error: 'City is empty; Zip is empty; and 1 more',
			message: 'City is empty. Enter it.\nZip is empty. Enter it.\nName is empty. Enter it.',
		});
	});

	it.each<[INode['onError'], string | undefined, string[]]>([
		['continueRegularOutput', 'woo-727', ['error', 'message', 'externalId']],
		['continueRegularOutput', undefined, ['error', 'message']],
		// n8n takes an item with another field for one that succeeded.
		['continueErrorOutput', 'woo-727', ['error', 'message']],
	])('under %s, of the order %s, its fields are %j', (onError, externalId, fields) => {
		const item = errorItem(textOf(problem('City')), { externalId }, { onError });
		expect(Object.keys(item)).toEqual(fields);
		expect(item.externalId).toBe(fields.includes('externalId') ? externalId : undefined);
	});

	it('says what comes next, with its whole text as the reason, on the regular output alone', () => {
		const of = (onError: INode['onError']) =>
			errorItem(textOf(problem('City')), { externalId: 'woo-727', next: 'look' }, { onError });
		expect(of('continueRegularOutput')).toEqual({
			error: 'City is empty',
			message: 'City is empty. Enter it.',
			externalId: 'woo-727',
			next: 'look',
			nextWhy: 'City is empty. Enter it.',
		});
		expect(Object.keys(of('continueErrorOutput'))).toEqual(['error', 'message']);
	});

	it.each([1, 2])(
		'has the same reason wherever it stands among others, with %i problems',
		(many) => {
			const problems = ['City', 'Zip'].slice(0, many).map(problem);
			const reasonOf = (index: number) =>
				errorItem(textOfItem(index, 9, problems), { next: 'look' }, {}).nextWhy;
			expect(reasonOf(1)).toBe(reasonOf(7));
			expect(reasonOf(1)).toContain('City is empty');
		},
	);

	it('names its input item so that n8n puts no fields of it in front', () => {
		const node = (onError: INode['onError']) => ({ onError }) as INode;
		expect(pairedItemOf(3, node('continueErrorOutput'))).toBe(3);
		expect(pairedItemOf(3, node('continueRegularOutput'))).toEqual({ item: 3 });
	});
});

describe('The hint on refused items', () => {
	const node = { onError: 'continueErrorOutput' } as INode;
	const messages = (texts: ItemErrorText[], itemCount: number, onError = node.onError) =>
		refusedHints(texts, itemCount, { ...node, onError } as INode).map(({ message }) => message);

	it('has the whole reason of an item that is alone', () => {
		expect(messages([textOf(problem('City'))], 1)).toEqual(['City is empty. Enter it.']);
	});

	it('counts several items, and says where the reasons are', () => {
		const texts = ['City', 'Zip', 'Name'].map((field) => textOf(problem(field)));
		expect(messages(texts, 10)).toEqual([
			"3 of 10 items were refused: City is empty; Zip is empty; and 1 more. The error output has the whole reason of each as 'message'",
		]);
		expect(messages(texts.slice(0, 1), 10, 'continueRegularOutput')).toEqual([
			"1 of 10 items was refused: City is empty. The output has the whole reason of each as 'message'",
		]);
	});

	it('counts the input items that are one as often as they came', () => {
		const joined = { ...textOf(problem('City')), inputCount: 2 };
		const [message] = messages([joined, textOf(problem('Zip'))], 5);
		expect(message).toMatch(/^3 of 5 items were refused: City is empty; Zip is empty\./);
	});

	it('is none where no item was refused', () => {
		expect(messages([], 10)).toEqual([]);
	});

	it('shows markup as text', () => {
		const [message] = messages([textOf(problem('<b>City</b>'))], 1);
		expect(message).toContain('‹b›City');
	});
});
