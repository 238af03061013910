/** The longest time that a timer of Node takes, in milliseconds: 24 days. */
export const LONGEST_TIMER = 2_147_483_647;

const text = { type: 'string' };
const textsByName = { type: 'object', additionalProperties: text };
const count = { type: 'integer', minimum: 0, maximum: LONGEST_TIMER };
const status = { type: 'integer', minimum: 0, maximum: 599 };

/** JSON schema of the body that injects a fault over HTTP. What else is wrong, Faults refuses. */
export const FAULT_SCHEMA = {
	type: 'object',
	properties: {
		match: {
			type: 'object',
			properties: {
				method: text,
				path: { type: 'string', maxLength: 1_000 },
				query: textsByName,
			},
			additionalProperties: false,
		},
		rate: { type: 'number', minimum: 0, maximum: 1 },
		every: count,
		times: count,
		delayMilliseconds: { type: 'number', minimum: 0, maximum: LONGEST_TIMER },
		status,
		headers: textsByName,
		body: {},
		reset: { enum: ['beforeCommit', 'afterCommit'] },
		statusAfterCommit: status,
	},
	additionalProperties: false,
};
