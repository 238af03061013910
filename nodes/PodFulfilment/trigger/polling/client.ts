import type { ICredentialDataDecryptedObject, IPollFunctions } from 'n8n-workflow';

import type { ApiClient } from '../../transport/client';
import { createDeadlineClient, type Deadline } from '../../transport/deadlineClient';
import { Run } from '../../transport/run';
import { POLL_CONCURRENCY } from './read/jobs';

/** Fewer attempts than in an execution are enough, since the next poll tries again. */
const POLICY = { maxAttempts: 2, maxTimeoutMs: 20_000 };

/**
 * A client whose requests end with the poll.
 *
 * @throws UserError when the credential's Base URL cannot be used
 */
export const createPollClient = (
	context: IPollFunctions,
	credential: ICredentialDataDecryptedObject,
	deadline: Deadline,
): ApiClient =>
	createDeadlineClient(context, credential, deadline, POLICY, new Run(POLL_CONCURRENCY));
