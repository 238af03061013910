/** The readers of fields that hold JSON, all pieces at once. */
import type { IDataObject } from 'n8n-workflow';

import * as orderFromFields from '../../../../nodes/PodFulfilment/order/compose/orderFromFields.ts';
import type { EnteredItem } from '../../../../nodes/PodFulfilment/order/compose/item.ts';
import * as recipient from '../../../../nodes/PodFulfilment/order/compose/recipient.ts';
import {
	Findings,
	problemsIn,
	throwAtOnce,
	throwProblems,
} from '../../../../nodes/PodFulfilment/order/findings.ts';
import { atOnce } from '../../../../nodes/PodFulfilment/input/nextTurn.ts';

export const itemsFromJson = (value: unknown, check = throwAtOnce): EnteredItem[] =>
	atOnce(orderFromFields.itemsFromJson(value, check)).items;

export function recipientFromJson(value: unknown): IDataObject {
	const found = new Findings();
	const read = atOnce(recipient.recipientFromJson(value, found));
	throwProblems(problemsIn(found.list));
	return read;
}

export const recipientChangesFromJson = (value: unknown): IDataObject =>
	atOnce(recipient.recipientChangesFromJson(value, 'Recipient (JSON)', new Findings()));
