import { ServiceError } from '../../transport/serviceError';

/** Requests for single resources that may fail before a poll takes it that the service is at fault. */
const MAX_SINGLE_FAILURES = 3;

/** What went wrong in one poll. It costs nothing but time: the next poll reads what this one could not. */
export class Failures {
	readonly errors: ServiceError[] = [];

	private isGeneral = false;

	add(error: ServiceError): void {
		this.errors.push(error);
		// No connection, a refused key or a rate limit: all other requests would fail as well.
		const { status } = error;
		if (status === 0 || status === 401 || status === 403 || status === 422 || status === 429) {
			this.isGeneral = true;
		}
	}

	/** Whether to send nothing more. */
	get isHopeless(): boolean {
		return this.isGeneral || this.errors.length >= MAX_SINGLE_FAILURES;
	}

	/** The error to tell: a refused key before anything else, which is told at once. */
	get worst(): ServiceError | undefined {
		return this.errors.find(isRefusedKey) ?? this.errors[0];
	}
}

/** The failed request behind an error; whatever else went wrong is a bug, and goes on as it is. */
export function requestError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

export const isRefusedKey = ({ status }: ServiceError): boolean => status === 401 || status === 403;
