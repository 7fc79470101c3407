import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. At the end of a run each would keep the other workers waiting. */
export const slowestFiles = [
  'e2e/chaos/money/histories.int.test.ts',
  'infra/operations/test/secured-backup.int.test.ts',
  'infra/operations/test/restore-rights.int.test.ts',
  'infra/local/test/withdrawals.int.test.ts',
  'services/notifications/test/delivery.api.test.ts',
  'services/leads/test/killed.api.test.ts',
  'services/billing/test/books.api.test.ts',
  'gateway/test/audit.api.test.ts',
  'services/billing/test/provider.api.test.ts',
  'gateway/test/caught-up.api.test.ts',
  'gateway/test/hostile-bodies.api.test.ts',
  'chassis/src/jobs/job-leases.int.test.ts',
  'services/catalog/test/webhook-killed.api.test.ts',
  'infra/local/test/native-servers.int.test.ts',
  'e2e/two-of-each.journey.ts',
  'e2e/admin-zips.journey.ts',
  'e2e/payment-dialog.journey.ts',
  'e2e/bytes.journey.ts',
  'e2e/faults.journey.ts',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slowestFiles.findIndex(file => moduleId.endsWith(`/${file}`));
  return rank === -1 ? slowestFiles.length : rank;
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/** Vitest's order of files, which in a new checkout is by size, with the slowest files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
