import { messagesOf } from '../history/person.ts';
import { shownRun, type Check } from './played.ts';

/** An order that exists is returned when the node runs again with the same input. */
export const existingReturned: Check = ({ lastRuns, book }) =>
	lastRuns.flatMap((run) => {
		const { result, inputs } = run;
		if (!result) return [];
		const messages = messagesOf(run);
		return inputs.flatMap((input, index) => {
			const order = book.find(`@${input.externalId}`);
			if (!order || order.isAltered || order.purchase !== input.purchase) return [];
			// A reprint is compared with its original as that is now.
			if (run.plan.operation === 'reprint' && book.find(`@${input.source}`)?.isAltered) return [];
			const message = messages.get(index) ?? (result.error ? messages.get(0) : undefined);
			const isReturned = result.items.some(({ json }) => json.id === order.id);
			return isReturned
				? []
				: [
						`${shownRun(run)}: order ${input.externalId} exists, and running again says: ${message?.text ?? 'nothing'}`,
					];
		});
	});
