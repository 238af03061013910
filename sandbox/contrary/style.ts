import { oneOf as drawnOf, randomOf } from '../random.ts';

/** The body of a success (section 4 says 'result', or names an entity without its form). */
export type SuccessBody =
	'entity' | 'empty' | 'id' | 'job' | 'text' | 'object' | 'wrapped' | 'location';

export interface SuccessStyle {
	/** Generally 200, 201 or 204 (section 4). */
	status: 200 | 201 | 202 | 204;
	body: SuccessBody;
}

/** The body of an error: one of section 7, or one that web servers and gateways send. */
export type ErrorBody = 'specified' | 'problem' | 'text' | 'list' | 'html' | 'empty';

/** Where a page says which one comes next (section 4: paging not shown). */
export type NextLink = 'path' | 'url' | 'query' | 'object' | 'header' | 'none';

/** What this service does wherever the specification leaves it open. */
export interface ContraryStyle {
	create: SuccessStyle;
	change: SuccessStyle;
	action: SuccessStyle;
	/** A second order under an external ID. */
	duplicate: 'violation' | 'conflict' | 'order';
	error: ErrorBody;
	next: NextLink;
	members: 'hydra:member' | 'member';
	pageSize: number;
	/** Real milliseconds by which the reading of an order lags behind its changes. */
	lag: number;
	/** The share of requests whose connection is cut before, and after, they were handled. */
	lost: { before: number; after: number };
	/** Whether phone numbers and prices are written in a way of its own. */
	rewritesValues: boolean;
}

/** The style that a seed stands for. */
export function styleOf(seed: number): ContraryStyle {
	const random = randomOf(seed);
	const oneOf = <Value>(...values: Value[]): Value => drawnOf(random, values);
	const success = (status: 200 | 201): SuccessStyle => ({
		status: oneOf<SuccessStyle['status']>(status, status, 200, 201, 202, 204),
		body: oneOf<SuccessBody>(
			'entity',
			'empty',
			'id',
			'job',
			'text',
			'object',
			'wrapped',
			'location',
		),
	});
	return {
		create: success(201),
		change: success(200),
		action: success(200),
		duplicate: oneOf('violation', 'conflict', 'order'),
		error: oneOf('specified', 'problem', 'text', 'list', 'html', 'empty'),
		next: oneOf('path', 'url', 'query', 'object', 'header', 'none'),
		members: oneOf('hydra:member', 'member'),
		pageSize: oneOf(2, 5, 30),
		lag: oneOf(0, 0, 100),
		lost: { before: oneOf(0, 0.1), after: oneOf(0, 0.1, 0.2) },
		rewritesValues: oneOf(false, true),
	};
}
