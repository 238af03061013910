import { describeVersion } from './support/smoke.ts';
import { olderVersions } from './support/installedN8n.ts';

for (const version of olderVersions) describeVersion(version);
