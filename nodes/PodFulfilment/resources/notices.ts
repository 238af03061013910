// Notices in the editor. Those of an AI agent's tool are for the user: n8n describes the tool to the model only with the
// operation's `action`.

import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

const notice = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
});

/** @param show when it is shown, besides in the tool */
const toolNotice = (
	name: string,
	displayName: string,
	show: IDisplayOptions['show'] = {},
): INodeProperties => ({
	...notice(name, displayName),
	displayOptions: { show: { '@tool': [true], ...show } },
});

const HUMAN_REVIEW =
	'The AI agent decides. Nobody is asked, unless the tool is connected through a human review step (n8n 2.6 or newer).';

/** On an operation that cannot be taken back. */
export const humanReviewNotice = toolNotice('humanReviewNotice', HUMAN_REVIEW);

/** Likewise on an operation that places an order, where it is confirmed as well. A draft is not produced. */
export const humanReviewOfThenNotice = (then: 'then' | 'thenReprint'): INodeProperties =>
	toolNotice('humanReviewNotice', HUMAN_REVIEW, { [then]: ['confirm'] });

/** On an operation that places an order. */
export const checkOnlyNotice = toolNotice(
	'checkOnlyNotice',
	"To let the AI agent check first (Check Only), switch Then to {{ $fromAI('Then', 'check or draft', 'string') }}.",
);

/** Where to create mockup tasks: the API has no endpoint for it (spec section 4). */
export const mockupTaskNotice = notice(
	'mockupTaskNotice',
	'Tasks are created at your provider. To continue when one is finished, use a trigger with the event Mockup Task Changed.',
);

/** Who gets the money: the service knows the account that ordered, and nothing of what a customer paid elsewhere. */
export const refundNotice = notice(
	'refundNotice',
	'The money goes to you, from your provider. To pay back your customer, use your shop.',
);

/** A model takes no binary data. */
export const imageAddressNotice = toolNotice(
	'imageAddressNotice',
	'The AI agent gets the addresses of the images only.',
);
