import { newestVersion, olderVersions } from '../compat/support/installedN8n.ts';
import { describeVersion, examples } from '../compat/support/smoke.ts';
import { corpus } from '../support/savedWorkflows.ts';

const workflows = [...examples, ...corpus.map(({ path }) => `${path}.json`)];

for (const version of [...olderVersions, newestVersion]) describeVersion(version, workflows);
